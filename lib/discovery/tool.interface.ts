import type { InputPlan } from '../schema/index.js';
import type { JsonSchema, McpIcon, McpToolAnnotations } from '../interfaces/index.js';
import type { RoutePath } from './route-path.js';
import type { RouteHandler } from './route-recorder.js';

/** A tool as clients see it in `tools/list`. */
export interface ToolDefinition {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly annotations?: McpToolAnnotations;
  readonly icons?: readonly McpIcon[];
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** One way to reach a tool's handler. */
export interface ToolRoute {
  /** The HTTP method that a call is replayed with. */
  readonly verb: string;
  readonly path: RoutePath;
  readonly handler: RouteHandler;
  /** Headers that a request for this version of the route would carry. */
  readonly versionHeaders: Readonly<Record<string, string>>;
  /** What `@RouteConfig()` of @nestjs/platform-fastify said. */
  readonly config: unknown;
}

/** Everything that is known of a tool, made at boot. */
export interface Tool {
  readonly definition: ToolDefinition;
  /** `ItemsController.findOne` */
  readonly label: string;
  readonly input: InputPlan;
  /** Where a call can go, the path with the most parameters first. Never empty. */
  readonly routes: readonly ToolRoute[];
  readonly tags: readonly string[];
  /** Whether results are sent as `{ result: value }`, since the declared output schema is not that of an object. */
  readonly wrapsOutput: boolean;
}
