import type { JsonSchema } from '../interfaces/index.js';
import type { ClassSchemas } from './class-schema.js';
import type { RouteParameter } from './interfaces/route-parameter.interface.js';
import type { PipeReading } from './pipe-schemas.js';
import { readPipes } from './pipe-schemas.js';
import { describeParameter } from './property-description.js';
import { standardJsonSchema } from './standard-schema.js';
import type { Transport } from './type-schemas.js';
import { ANY_TEXT, ANY_TEXTS, isClass, isFreeForm, schemaOfType, whenType } from './type-schemas.js';
import { readClassValidation } from './validation-pipes.js';

/** The schemas of the value that one parameter takes, as a whole. */
export interface ParameterSchemas {
  readonly listed: JsonSchema;
  readonly accepted: JsonSchema;
  readonly isRequired: boolean;
}

/** Makes the schemas of parameters that take one value: `@Query('page') page: number`. */
export class ParameterSchemaFactory {
  constructor(
    private readonly listed: ClassSchemas,
    private readonly accepted: ClassSchemas,
  ) {}

  /** @throws Error when there is nothing to tell the type of the parameter from */
  create(parameter: RouteParameter, label: string): ParameterSchemas {
    const { options, headerName } = parameter;
    const transport = transportOf(parameter);
    const reading = readPipes(parameter.pipes, { transport, listed: this.listed, accepted: this.accepted });
    const { listed, accepted } = this.createShape(parameter, reading, transport, label);
    const initial = asDefault(reading.default);
    return {
      listed: describeParameter(
        initial === undefined ? listed : { ...listed, default: initial },
        options,
        headerName,
      ),
      accepted,
      isRequired: options?.required ?? reading.isRequired,
    };
  }

  private createShape(parameter: RouteParameter, reading: PipeReading, transport: Transport, label: string) {
    const given = parameter.options?.schema ?? standardJsonSchema(parameter.standardSchema);
    if (given) {
      return { listed: this.listed.adopt(given), accepted: this.accepted.adopt(given) };
    }
    if (reading.schemas && !reading.isOpaque) {
      const { listed, accepted = listed } = reading.schemas;
      const isOpen =
        transport === 'text' && ((reading.isCoerced && isBoolean(parameter.type)) || reading.replacesNaN);
      const takesNull = transport === 'json' && !reading.isRequired;
      return { listed, accepted: isOpen ? ANY_TEXT : takesNull ? whenType('null', {}, accepted) : accepted };
    }
    if (parameter.type === undefined && !parameter.standardSchema) {
      throw new Error(missingType(parameter, label));
    }
    return transport === 'text' ? textShape(parameter, reading) : this.jsonShape(parameter);
  }

  private jsonShape({ type, pipes }: RouteParameter): { listed: JsonSchema; accepted: JsonSchema } {
    if (!isClass(type)) {
      return { listed: schemaOfType(type, 'json'), accepted: {} };
    }
    const validation = readClassValidation(pipes);
    return {
      listed: this.listed.objectOf(type, validation),
      accepted: validation.length > 0 ? whenType('null', {}, this.accepted.objectOf(type, validation)) : {},
    };
  }
}

export function transportOf({ source }: RouteParameter): Transport {
  return source === 'body' ? 'json' : 'text';
}

/** `parameter 0 (@Query('q'))`, for messages. */
export function nameParameter({ source, name, index }: RouteParameter): string {
  const decorators = { path: 'Param', query: 'Query', body: 'Body', header: 'Headers' } as const;
  return `parameter ${index} (@${decorators[source]}(${name === undefined ? '' : `'${name}'`}))`;
}

export function missingType(parameter: RouteParameter, label: string): string {
  return (
    `${label}: ${nameParameter(parameter)} has no type metadata, so that its schema is unknown. ` +
    'Compile with emitDecoratorMetadata (esbuild, and vitest without swc, emit none), or say what it takes with ' +
    '@McpParam({ schema }).'
  );
}

/** Nothing refuses such a value before the handler sees it, except a pipe of the application's own: any text passes. */
function textShape({ type, source }: RouteParameter, { isOpaque }: PipeReading) {
  const text: JsonSchema = { type: 'string' };
  const texts: JsonSchema = { type: 'array', items: text };
  const declared = schemaOfType(type, 'text');
  if (declared.type === 'array') {
    return { listed: texts, accepted: ANY_TEXTS };
  }
  if (declared.type !== undefined && declared.type !== 'object') {
    // The declared type is that of the pipe's result; what the pipe takes may be another.
    const isOther = isOpaque && declared.type !== 'string';
    return { listed: isOther ? { anyOf: [declared, text] } : declared, accepted: ANY_TEXT };
  }
  return source === 'query' && (isFreeForm(type) || type === undefined)
    ? { listed: { anyOf: [text, texts] }, accepted: ANY_TEXTS }
    : { listed: text, accepted: ANY_TEXT };
}

function isBoolean(type: object | undefined): boolean {
  return type === Boolean;
}

function asDefault(value: unknown): unknown {
  return value instanceof Date ? value.toISOString() : value === null ? undefined : value;
}
