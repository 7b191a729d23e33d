import type { McpContentAnnotations } from '../results/interfaces/content-block.interface.js';
import type { McpIcon } from './tool-options.interface.js';

/**
 * What `@McpResource({ ... })` takes. Everything is optional: what is left out is derived from the route.
 *
 * @publicApi
 */
export interface McpResourceOptions {
  /**
   * Name of the resource, for programs.
   *
   * @default `<controller>_<method>` in snake_case, as for tools
   */
  name?: string;
  /**
   * What clients read it by. Unique in the application.
   *
   * @default `nest://<name>`, unless there is a `template`
   */
  uri?: string;
  /**
   * A URI template (RFC 6570) that stands for many resources. Its variables are path and query parameters of the route.
   *
   * `{id}` takes text without a slash, `{+path}` text with slashes, `{?page,size}` the named query parameters, and
   * `{?query*}` every query parameter that the route has.
   *
   * @example 'nest://items/{id}{?lang}'
   */
  template?: string;
  /** Name shown to people. */
  title?: string;
  /**
   * What the resource is.
   *
   * @default the `description` or `summary` of `@ApiOperation()`, else the method's name in words
   */
  description?: string;
  /** Media type of what is read. By default it is what the handler answers with, and is not listed. */
  mimeType?: string;
  /** Bytes, before any encoding. Not for templates. */
  size?: number;
  /** Who the resource is for, and how much it matters. */
  annotations?: McpContentAnnotations;
  /** Icons of the listed resource. */
  icons?: readonly McpIcon[];
  /** Groups for `includeTags` and `excludeTags`; never sent to clients. */
  tags?: readonly string[];
  /** `_meta` of the listed resource. */
  meta?: Record<string, unknown>;
}
