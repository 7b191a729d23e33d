import type { McpToolOptions } from '../interfaces/index.js';
import type { ToolMethod } from './controller-explorer.js';
import { assertToolName, defaultToolName } from './tool-name.js';

/** A tool before its route is looked at: what filters decide by. */
export interface ToolIdentity {
  readonly method: ToolMethod;
  readonly name: string;
  readonly tags: readonly string[];
  /** What `@McpTool()` says on the class and on the method, merged. */
  readonly options: McpToolOptions;
}

/** @throws Error that names the method when its name or its class's options are wrong */
export function identifyTool(method: ToolMethod): ToolIdentity {
  const options = mergeOptions(method);
  const name = options.name ?? defaultToolName(method.controller.name, method.methodName);
  assertToolName(name, method.label);
  return { method, name, tags: options.tags ?? [], options };
}

/** @throws Error that names both places when two tools have one name */
export function assertUniqueNames(identities: readonly ToolIdentity[]): void {
  const methods = new Map<string, ToolMethod>();
  for (const { name, method } of identities) {
    const other = methods.get(name);
    if (other) {
      throw new Error(
        `Two tools are named "${name}": ${placeOf(other)} and ${placeOf(method)}. ` +
          'Give one of them another @McpTool({ name }).',
      );
    }
    methods.set(name, method);
  }
}

function placeOf({ label, moduleName }: ToolMethod): string {
  return `${label} (${moduleName})`;
}

/** Options on the class hold for all of its routes, except those that make sense for one tool only. */
function mergeOptions({ controller, metadata, label }: ToolMethod): McpToolOptions {
  const { onClass, onMethod } = metadata.getTool() || {};
  for (const key of ['name', 'title', 'description', 'inputSchema', 'outputSchema', 'outputType'] as const) {
    if (onClass?.[key] !== undefined) {
      throw new Error(
        `${controller.name} has @McpTool({ ${key} }) on the class, where it would apply to every route. ` +
          `Put it on the method, such as ${label}.`,
      );
    }
  }
  return {
    ...onClass,
    ...onMethod,
    annotations: { ...onClass?.annotations, ...onMethod?.annotations },
    tags: [...new Set([...(onClass?.tags ?? []), ...(onMethod?.tags ?? [])])],
  };
}
