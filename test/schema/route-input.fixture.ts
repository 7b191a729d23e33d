import 'reflect-metadata';
import { MCP_HEADER_METADATA, MCP_PARAM_METADATA } from '../../lib/mcp.constants.js';
import type { McpParamOptions } from '../../lib/interfaces/index.js';
import type {
  ArgumentPolicy,
  InputPlan,
  ParameterSource,
  RouteInput,
  RouteParameter,
} from '../../lib/schema/index.js';
import { buildInputPlan } from '../../lib/schema/index.js';

const SOURCES: Readonly<Record<string, ParameterSource>> = { 3: 'body', 4: 'query', 5: 'path', 6: 'header' };

export const POLICY: ArgumentPolicy = {
  unknownArguments: 'reject',
  ignoredArguments: ['sessionId', 'action', 'chatInput', 'toolCallId', 'tool'],
};

type ControllerClass = abstract new (...args: never[]) => object;

/** Reads a handler's parameters from Nest's metadata, as discovery does. */
export function routeInput(
  controller: ControllerClass,
  method: string,
  overrides: Partial<RouteInput> & { globalPipes?: readonly unknown[] } = {},
): RouteInput {
  const { globalPipes = [], ...rest } = overrides;
  const prototype = controller.prototype as object;
  const args = (Reflect.getMetadata('__routeArguments__', controller, method) ?? {}) as Record<
    string,
    { index: number; data?: string; pipes?: unknown[]; schema?: unknown }
  >;
  const types = Reflect.getMetadata('design:paramtypes', prototype, method) as NewableFunction[] | undefined;
  const options = readMap<McpParamOptions>(MCP_PARAM_METADATA, prototype, method);
  const headers = readMap<string>(MCP_HEADER_METADATA, prototype, method);
  const parameters: RouteParameter[] = Object.entries(args)
    .map(([key, { index, data, pipes = [], schema }]) => ({
      source: SOURCES[key.split(':')[0]!]!,
      name: data,
      index,
      type: types?.[index],
      pipes: [...globalPipes, ...pipes],
      options: options.get(index),
      headerName: headers.get(index),
      standardSchema: schema,
    }))
    .filter(({ source }) => source !== undefined)
    .sort((left, right) => left.index - right.index);
  return { label: `${controller.name}.${method}`, verb: 'POST', pathParameters: [], parameters, ...rest };
}

/** The plan of a handler. */
export function planOf(
  controller: ControllerClass,
  method: string,
  overrides: Parameters<typeof routeInput>[2] = {},
  policy: Partial<ArgumentPolicy> = {},
): InputPlan {
  return buildInputPlan(routeInput(controller, method, overrides), { ...POLICY, ...policy });
}

/** What `prepare()` objects to, one line each. */
export function problemsOf(plan: InputPlan, args: Record<string, unknown>): string[] {
  return (plan.prepare(args).problems ?? []).map(({ path, message }) => `${path}: ${message}`);
}

function readMap<T>(key: string, prototype: object, method: string): Map<number, T> {
  const stored: unknown = Reflect.getMetadata(key, prototype, method);
  return stored instanceof Map ? (stored as Map<number, T>) : new Map<number, T>();
}
