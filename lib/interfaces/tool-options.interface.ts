import type { JsonSchema } from './json-schema.interface.js';
import type { McpToolAnnotations } from './tool-annotations.interface.js';

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
  /** OAuth scopes that a caller needs; listed as `annotations.scopes`. */
  scopes?: readonly string[];
  /**
   * JSON Schema 2020-12 of the arguments, used as it is in place of the one derived from the route: for listing,
   * for validation and for `Mcp-Param-*` headers. Properties still reach the route's parameters by name.
   */
  inputSchema?: JsonSchema;
  /** JSON Schema 2020-12 of the result. The result is then also sent as `structuredContent`. */
  outputSchema?: JsonSchema;
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
