import type { Type } from '@nestjs/common';
import type { McpCallContext } from './call-context.interface.js';
import type { JsonSchema } from './json-schema.interface.js';
import type { McpPromptOptions } from './prompt-options.interface.js';
import type { McpResourceOptions } from './resource-options.interface.js';
import type { McpToolOptions } from './tool-options.interface.js';

/**
 * What answers a tool, prompt or resource that was added at run time. No guards, pipes, interceptors or filters run; what
 * it throws is answered as Nest would answer it.
 *
 * @publicApi
 */
export type McpEntryHandler<Args extends object> = (args: Args, context: McpCallContext) => unknown;

/**
 * The arguments of an entry: JSON Schema 2020-12 of an object, or a DTO class. With a class the handler gets an instance
 * that `ValidationPipe` has checked, so `class-validator` and `class-transformer` must be installed. Without either the
 * entry takes no arguments.
 *
 * @publicApi
 */
export type McpEntryInput<Args extends object> = JsonSchema | Type<Args>;

/**
 * A tool for `McpCatalog.addTool()`.
 *
 * @publicApi
 */
export interface McpToolEntry<Args extends object = Record<string, unknown>> extends Pick<
  McpToolOptions,
  | 'title'
  | 'annotations'
  | 'scopes'
  | 'outputSchema'
  | 'icons'
  | 'meta'
  | 'timeoutMs'
  | 'taskSupport'
  | 'taskInputBeforeStart'
  | 'retryable'
> {
  name: string;
  description: string;
  inputSchema?: McpEntryInput<Args>;
  /** What it returns becomes the result, as with a route. */
  handler: McpEntryHandler<Args>;
}

/**
 * A prompt for `McpCatalog.addPrompt()`.
 *
 * @publicApi
 */
export interface McpPromptEntry<Args extends object = Record<string, unknown>> extends Pick<
  McpPromptOptions,
  'title' | 'icons' | 'meta'
> {
  name: string;
  description: string;
  /** The prompt's arguments are its properties. Clients give them as texts. */
  inputSchema?: McpEntryInput<Args>;
  /** Returns a text, a message, a list of these, or `{ messages }`. */
  handler: McpEntryHandler<Args>;
}

/**
 * A resource for `McpCatalog.addResource()`: one with a `uri`, or many with a `template`.
 *
 * @publicApi
 */
export interface McpResourceEntry extends Pick<
  McpResourceOptions,
  'uri' | 'template' | 'title' | 'mimeType' | 'size' | 'annotations' | 'icons' | 'meta'
> {
  name: string;
  description: string;
  /** Gets the variables of the template. What it returns is what is read, as with a route. */
  handler: McpEntryHandler<Record<string, string | string[] | undefined>>;
}
