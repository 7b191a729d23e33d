import type { JsonSchema } from './json-schema.interface.js';
import type { McpTaskSupport } from './task-options.interface.js';
import type { McpToolAnnotations } from './tool-annotations.interface.js';

/**
 * A class, or a Standard Schema.
 *
 * @publicApi
 */
export type McpOutputType = (abstract new (...args: never[]) => unknown) | { readonly '~standard': object };

/**
 * What `@McpTool({ ... })` takes. Everything is optional: what is left out is derived from the route.
 *
 * @publicApi
 */
export interface McpToolOptions {
  /**
   * Name of the tool: 1 to 128 characters of `A-Z a-z 0-9 _ . -`. Unique in the application.
   *
   * @default `<controller>_<method>` in snake_case, e.g. `ItemsController.findOne` -> `items_find_one`
   */
  name?: string;
  /** Name shown to people. */
  title?: string;
  /**
   * What the tool does, for the model that chooses it.
   *
   * @default the `description` or `summary` of `@ApiOperation()` when the application uses `@nestjs/swagger`, else the
   * method's name and route
   */
  description?: string;
  /** Hints that are merged over those inferred from the HTTP method. */
  annotations?: McpToolAnnotations;
  /** Short for `annotations: { readOnlyHint }`, and stronger than it. */
  readOnly?: boolean;
  /**
   * OAuth scopes that a caller needs; listed as `annotations.scopes`. They are enforced with `auth.enforceScopes`, and decide
   * who sees the tool with `visibility: 'allowed'`.
   */
  scopes?: readonly string[];
  /**
   * JSON Schema 2020-12 of the arguments, used as it is in place of the one derived from the route: for listing,
   * for validation and for `Mcp-Param-*` headers. Properties still reach the route's parameters by name.
   */
  inputSchema?: JsonSchema;
  /**
   * JSON Schema 2020-12 of the result, used as it is. The result is then also sent as `structuredContent`; what happens
   * when it does not meet the schema is up to the option `outputValidation`.
   */
  outputSchema?: JsonSchema;
  /**
   * The class of the result, in place of `outputSchema`, or a list with the class of its items. The schema comes from
   * what class-validator, class-transformer and `@nestjs/swagger` know of the class, as `ClassSerializerInterceptor`
   * would send it. A Standard Schema that can give JSON Schema (zod, valibot, arktype) is taken as well.
   *
   * @example
   * ```ts
   * @McpTool({ outputType: ItemDto })
   * @McpTool({ outputType: [ItemDto] })
   * ```
   */
  outputType?: McpOutputType | readonly [McpOutputType];
  /**
   * Milliseconds that a call may take; `false` for as long as it likes. Not for tasks, which have `tasks.maxTtlMs`.
   *
   * @default the option `limits.callTimeoutMs`
   */
  timeoutMs?: number | false;
  /**
   * Whether calls run as tasks: the client gets the task at once, and its result when the handler has ended. Needs the
   * option `tasks`. `optional` does so for clients with the extension `io.modelcontextprotocol/tasks`, and answers
   * others as usual; `required` refuses others.
   *
   * @default 'forbidden'
   */
  taskSupport?: McpTaskSupport;
  /**
   * Has the handler ask for input before there is a task: it runs once without one, and when it returns
   * `McpInputRequired`, the call with the answers is the one that becomes a task. What it returns instead is the result.
   *
   * @default false
   */
  taskInputBeforeStart?: boolean;
  /**
   * That a task may be begun again by another process when the one that ran it is gone: what its handler does may happen
   * twice then. Needs the option `store`, and the same `requestState.keys` in all instances.
   *
   * @default false
   */
  retryable?: boolean;
  /** Groups for `includeTags` and `excludeTags`; never sent to clients. */
  tags?: readonly string[];
  /** `_meta` of the listed tool. */
  meta?: Record<string, unknown>;
  /** Icons of the listed tool. */
  icons?: readonly McpIcon[];
}

/**
 * @see https://modelcontextprotocol.io/specification/2026-07-28/schema#icon
 * @publicApi
 */
export interface McpIcon {
  src: string;
  mimeType?: string;
  sizes?: string[];
  theme?: 'light' | 'dark';
}
