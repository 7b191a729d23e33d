import type { JsonSchema } from '../interfaces/index.js';
import { isWholeBody, BODY_ARGUMENT } from './body-arguments.js';
import { readClassProperties } from './class-properties.js';
import { exposedHeaders } from './header-arguments.js';
import type { ArgumentBinding } from './interfaces/input-plan.interface.js';
import type { RouteInput, RouteParameter } from './interfaces/route-parameter.interface.js';
import { isClass } from './type-schemas.js';
import { readClassValidation } from './validation-pipes.js';

/** Where the properties of a schema go that `@McpTool({ inputSchema })` gives in place of the derived one. */
export interface ExplicitBindings {
  readonly bindings: readonly ArgumentBinding[];
  readonly rest?: 'query' | 'body';
}

/** Properties go to the path, query and header parameters of their name, and all others to the body. */
export function bindExplicitSchema(schema: JsonSchema, input: RouteInput): ExplicitBindings {
  const { parameters, pathParameters, optionalPathParameters = [] } = input;
  const bindings: ArgumentBinding[] = [...pathParameters, ...optionalPathParameters].map((name) => ({
    argument: name,
    source: 'path',
    target: name,
  }));
  const bind = (binding: ArgumentBinding) => {
    if (!bindings.some(({ argument }) => argument === binding.argument)) {
      bindings.push(binding);
    }
  };
  const query = parameters.filter(({ source }) => source === 'query');
  for (const name of query.flatMap(queryNames)) {
    bind({ argument: name, source: 'query', target: name });
  }
  for (const { name } of exposedHeaders(input)) {
    bind({ argument: name!, source: 'header', target: name!.toLowerCase() });
  }
  const body = parameters.filter(({ source }) => source === 'body');
  if (body.some(isWholeBody)) {
    bind({ argument: BODY_ARGUMENT, source: 'body' });
    return { bindings };
  }
  const isQueryOpen = query.some(({ name }) => name === undefined);
  return { bindings, rest: body.length > 0 ? 'body' : isQueryOpen ? 'query' : undefined };
}

/** @throws Error when clients could not use the schema as a tool's */
export function assertExplicitSchema(schema: JsonSchema, label: string): void {
  if (schema.type !== 'object') {
    throw new Error(
      `${label}: inputSchema has ${schema.type === undefined ? 'no type' : `the type ${JSON.stringify(schema.type)}`}; ` +
        'the arguments of a tool are an object. Add type: "object".',
    );
  }
}

function queryNames({ name, type, pipes }: RouteParameter): string[] {
  if (name !== undefined) {
    return [name];
  }
  const properties = isClass(type) ? readClassProperties(type, readClassValidation(pipes)) : undefined;
  return properties?.map(({ argument }) => argument) ?? [];
}
