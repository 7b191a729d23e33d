import type { McpIcon } from './tool-options.interface.js';

/**
 * One argument of a prompt, as clients see it.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/schema#promptargument
 * @publicApi
 */
export interface McpPromptArgument {
  /** The parameter, or the DTO's property, that takes it. */
  name: string;
  /** Name shown to people. */
  title?: string;
  description?: string;
  /** @default false */
  required?: boolean;
}

/**
 * What `@McpPrompt({ ... })` takes. Everything is optional: what is left out is derived from the method.
 *
 * @publicApi
 */
export interface McpPromptOptions {
  /**
   * Name of the prompt, unique among the prompts of the application.
   *
   * @default `<class>_<method>` in snake_case, as for tools
   */
  name?: string;
  /** Name shown to people. */
  title?: string;
  /**
   * What the prompt is for.
   *
   * @default the `description` or `summary` of `@ApiOperation()`, else the method's name in words
   */
  description?: string;
  /** The arguments to list, in place of those derived from the method's parameters. */
  arguments?: readonly McpPromptArgument[];
  /** Icons of the listed prompt. */
  icons?: readonly McpIcon[];
  /** Groups for `includeTags` and `excludeTags`; never sent to clients. */
  tags?: readonly string[];
  /** `_meta` of the listed prompt. */
  meta?: Record<string, unknown>;
}
