import type { ParameterSource, RouteParameter } from '../schema/index.js';
import type { ToolMethod } from './controller-explorer.js';
import {
  CUSTOM_ROUTE_ARGS_METADATA,
  PARAMTYPES_METADATA,
  PIPES_METADATA,
  ROUTE_ARGS_METADATA,
  RouteParamtype,
} from './nest-metadata.js';

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

/** Reads what a route handler takes from its callers. */
export class ParameterExplorer {
  constructor(private readonly globalPipes: readonly unknown[]) {}

  /**
   * The parameters that callers feed, in the order of the signature. Injected ones (`@Req()`, custom decorators ...)
   * are left out; headers are in only when `@McpParam({ expose: true })` offers them.
   *
   * @throws Error when a parameter needs what a tool call cannot carry
   */
  explore({ controller, methodName, callback, label, metadata }: ToolMethod): RouteParameter[] {
    const args = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, methodName) ?? {}) as Record<
      string,
      RouteArgument
    >;
    const types = Reflect.getMetadata(PARAMTYPES_METADATA, controller.prototype as object, methodName) as
      RouteParameter['type'][] | undefined;
    const shared = [...this.globalPipes, ...pipesOf(controller), ...pipesOf(callback)];
    const parameters: RouteParameter[] = [];
    for (const [key, argument] of Object.entries(args)) {
      if (key.includes(CUSTOM_ROUTE_ARGS_METADATA)) {
        continue;
      }
      const paramtype = Number(key.split(':', 1)[0]) as RouteParamtype;
      const obstacle = UNREPLAYABLE[paramtype];
      if (obstacle) {
        throw new Error(
          `${label} cannot be a tool: parameter ${argument.index} ${obstacle}, which a tool call cannot carry. ` +
            'Take the route out with @McpTool(false).',
        );
      }
      const source = SOURCES[paramtype];
      const options = metadata.getParam(argument.index);
      if (!source || (source === 'header' && !options?.expose)) {
        continue;
      }
      parameters.push({
        source,
        name: typeof argument.data === 'string' && argument.data !== '' ? argument.data : undefined,
        index: argument.index,
        type: types?.[argument.index],
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
