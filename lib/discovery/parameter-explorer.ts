import type { ParameterSource, RouteParameter } from '../schema/index.js';
import type { DecoratedMethod } from './decorated-method.js';
import {
  CUSTOM_ROUTE_ARGS_METADATA,
  PARAMTYPES_METADATA,
  PIPES_METADATA,
  ROUTE_ARGS_METADATA,
  RouteParamtype,
} from './nest-metadata.js';
import { unfitMethod } from './unfit-method.js';
import type { CallableKind } from './unfit-method.js';

/** What Nest keeps of one decorated parameter. */
interface RouteArgument {
  readonly index: number;
  readonly data?: unknown;
  readonly pipes?: readonly unknown[];
  readonly schema?: unknown;
}

const SOURCES: Partial<Record<RouteParamtype, ParameterSource>> = {
  [RouteParamtype.Param]: 'path',
  [RouteParamtype.Query]: 'query',
  [RouteParamtype.Body]: 'body',
  [RouteParamtype.Headers]: 'header',
};

const UNREPLAYABLE: Partial<Record<RouteParamtype, string>> = {
  [RouteParamtype.File]: 'takes an uploaded file',
  [RouteParamtype.Files]: 'takes uploaded files',
  [RouteParamtype.RawBody]: 'takes the raw bytes of the request',
};

/** What TypeScript emits for a type that has no class. */
const ANY_TYPE = Object as unknown as NewableFunction;

/** Reads what a route handler takes from its callers. */
export class ParameterExplorer {
  constructor(private readonly globalPipes: readonly unknown[]) {}

  /**
   * The parameters that callers feed, in the order of the signature. Injected ones (`@Req()`, custom decorators ...)
   * are left out; headers are in only when `@McpParam({ expose: true })` offers them.
   *
   * @throws Error when a parameter needs what a tool call cannot carry
   */
  explore(
    { owner, methodName, callback, label, metadata, provider }: DecoratedMethod,
    kind: CallableKind,
  ): RouteParameter[] {
    const args = (Reflect.getMetadata(ROUTE_ARGS_METADATA, owner, methodName) ?? {}) as Record<
      string,
      RouteArgument
    >;
    const types = Reflect.getMetadata(PARAMTYPES_METADATA, owner.prototype as object, methodName) as
      RouteParameter['type'][] | undefined;
    const shared = [...this.globalPipes, ...pipesOf(owner), ...pipesOf(callback)];
    const parameters: RouteParameter[] = [];
    for (const [key, argument] of Object.entries(args)) {
      if (key.includes(CUSTOM_ROUTE_ARGS_METADATA)) {
        continue;
      }
      const paramtype = Number(key.split(':', 1)[0]) as RouteParamtype;
      const obstacle = UNREPLAYABLE[paramtype];
      if (obstacle) {
        throw unfitMethod(
          label,
          kind,
          `parameter ${argument.index} ${obstacle}, which a ${kind === 'tool' ? 'tool call' : 'call'} cannot carry`,
        );
      }
      const source = SOURCES[paramtype];
      const options = metadata.getParam(argument.index);
      if (!source || (source === 'header' && !options?.expose)) {
        continue;
      }
      if (provider && source !== 'body') {
        throw new Error(
          `${label}: parameter ${argument.index} is taken from a request's ${source}, but a method of a provider has ` +
            'no request of its own. Use @McpArgs().',
        );
      }
      parameters.push({
        source,
        name: typeof argument.data === 'string' && argument.data !== '' ? argument.data : undefined,
        index: argument.index,
        // What a completer takes is not checked, so that its type need not be known.
        type: types?.[argument.index] ?? (kind === 'completion' ? ANY_TYPE : undefined),
        pipes: [...shared, ...(argument.pipes ?? [])],
        options,
        headerName: metadata.getHeader(argument.index),
        standardSchema: argument.schema,
      });
    }
    return parameters.sort((left, right) => left.index - right.index);
  }
}

function pipesOf(target: object): readonly unknown[] {
  return (Reflect.getMetadata(PIPES_METADATA, target) ?? []) as unknown[];
}
