import type { McpToolOptions } from '../interfaces/index.js';
import type { DecoratedMethod } from './decorated-method.js';
import { assertUnique } from './primitive-identity.js';
import type { PrimitiveIdentity } from './primitive-identity.js';
import { assertToolName, defaultName } from './tool-name.js';

/** A tool before what stands behind it is looked at; its options are those of class and method, merged. */
export type ToolIdentity = PrimitiveIdentity<McpToolOptions>;

/** @throws Error that names the method when its name or its class's options are wrong */
export function identifyTool(method: DecoratedMethod): ToolIdentity {
  const options = mergeOptions(method);
  const name = options.name ?? defaultName(method);
  assertToolName(name, method.label);
  return { method, name, tags: options.tags ?? [], options };
}

/** @throws Error that names both places when two tools have one name */
export function assertUniqueTools(identities: readonly ToolIdentity[]): void {
  assertUnique(
    identities,
    ({ name }) => name,
    (name, places) =>
      `Two tools are named "${name}": ${places}. Give one of them another @McpTool({ name }).`,
  );
}

/** Options on the class hold for all of its methods, except those that make sense for one tool only. */
function mergeOptions({ owner, metadata, label }: DecoratedMethod): McpToolOptions {
  const { onClass, onMethod } = metadata.getTool() || {};
  for (const key of ['name', 'title', 'description', 'inputSchema', 'outputSchema', 'outputType'] as const) {
    if (onClass?.[key] !== undefined) {
      throw new Error(
        `${owner.name} has @McpTool({ ${key} }) on the class, where it would apply to every route. ` +
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
