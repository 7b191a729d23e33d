import type { DecoratedMethod } from './decorated-method.js';

const VALID_NAME = /^[A-Za-z0-9_.-]{1,128}$/;

/** `ItemsController.findOne` -> `items_find_one`, and `ItemsService.count` -> `items_count` */
export function defaultName({ owner, methodName, provider }: DecoratedMethod): string {
  const suffix = provider ? /(Service|Provider)$/ : /Controller$/;
  const name = owner.name.replace(suffix, '') || owner.name;
  return `${snakeCase(name)}_${snakeCase(methodName)}`;
}

/** @throws Error when the name breaks the specification's rules for tool names */
export function assertToolName(name: unknown, label: string): asserts name is string {
  if (typeof name !== 'string' || !VALID_NAME.test(name)) {
    throw new Error(
      `${label}: ${JSON.stringify(name)} is no valid tool name. ` +
        'Use 1 to 128 characters of A-Z, a-z, 0-9, "_", "-" and "." in @McpTool({ name }).',
    );
  }
}

function snakeCase(text: string): string {
  return text
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '')
    .toLowerCase();
}
