import type { McpCallContext } from './call-context.interface.js';

/**
 * The question of `@McpConfirm()`: a text with the names of arguments in braces, or a function that makes the text.
 *
 * @publicApi
 */
export type McpConfirmMessage =
  string | ((args: Readonly<Record<string, unknown>>, context: McpCallContext) => string | Promise<string>);
