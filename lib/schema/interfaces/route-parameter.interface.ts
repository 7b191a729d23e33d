import type { JsonSchema, McpParamOptions } from '../../interfaces/index.js';

/** Where a value travels in the HTTP request. */
export type ParameterSource = 'path' | 'query' | 'body' | 'header';

/**
 * One parameter of a route handler that a caller feeds, as read from Nest's metadata at boot.
 * Injected parameters (`@Req()`, `@Res()`, custom decorators ...) are none of these.
 */
export interface RouteParameter {
  readonly source: ParameterSource;
  /** What `@Query('name')` picks; undefined when the parameter takes the whole object, as `@Query() dto` does. */
  readonly name?: string;
  /** Position in the method's signature. */
  readonly index: number;
  /** The parameter's type as TypeScript emitted it, e.g. `String`, `Array`, a DTO class; undefined when it emitted none. */
  readonly type?: NewableFunction;
  /** Pipe instances or classes that run on the value, in Nest's order: global, controller, method, parameter. */
  readonly pipes: readonly unknown[];
  /** What `@McpParam()` said. */
  readonly options?: McpParamOptions;
  /** What `@McpHeader()` said: the name for `x-mcp-header`. */
  readonly headerName?: string;
  /** A Standard Schema that a Nest 12 decorator attached to the parameter. */
  readonly standardSchema?: unknown;
}

/** A route handler and what callers feed it. */
export interface RouteInput {
  /** For messages: `ItemsController.findOne`. */
  readonly label: string;
  /** Upper-case HTTP method; `ALL` for `@All()`. */
  readonly verb: string;
  /** Names of the parameters in the route's path, in order; a wildcard's name without its asterisk (`*` when it has none). */
  readonly pathParameters: readonly string[];
  /** Names of path parameters that only some of the route's paths have; they are optional arguments. */
  readonly optionalPathParameters?: readonly string[];
  readonly parameters: readonly RouteParameter[];
  /** What @nestjs/swagger keeps of the handler and its controller: `@ApiQuery()`, `@ApiParam()`, `@ApiBody()`, `@ApiHeader()`. */
  readonly documentation?: readonly unknown[];
  /** `@McpTool({ inputSchema })`, used as it is. */
  readonly explicitSchema?: JsonSchema;
}
