import type { OutputContract } from '../results/index.js';
import type { InputPlan } from '../schema/index.js';
import type { JsonSchema, McpIcon, McpToolAnnotations } from '../interfaces/index.js';
import type { RivalRoutes } from './rival-routes.js';
import type { RoutePath } from './route-path.js';
import type { RouteMiddleware } from './route-middleware.js';
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
  /** What `consumer.apply()` bound to such paths; undefined when there is nothing. */
  readonly middleware?: RouteMiddleware;
  /** What gets some of the requests for such paths instead; undefined when there is nothing. */
  readonly rivals?: RivalRoutes;
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
  /** What results are held to; undefined when the tool declares no output. */
  readonly output?: OutputContract;
}
