import type { VersioningOptions } from '@nestjs/common';
import type { ResolvedMcpOptions } from '../mcp.options.js';
import { readDocumentation } from '../schema/index.js';
import type { InputPlan, InputPlanFactory, RouteParameter } from '../schema/index.js';
import type { SchemaDiagnostics } from '../schema/diagnostics/index.js';
import type { ToolMethod } from './controller-explorer.js';
import {
  FASTIFY_ROUTE_CONFIG_METADATA,
  FASTIFY_ROUTE_SCHEMA_METADATA,
  SSE_METADATA,
} from './nest-metadata.js';
import type { MiddlewareRecorder } from './middleware-recorder.js';
import type { ParameterExplorer } from './parameter-explorer.js';
import { expandOptionalParts } from './path-variants.js';
import type { Platform } from './path-variants.js';
import type { RivalFinder } from './rival-finder.js';
import { RoutePath } from './route-path.js';
import type { RecordedRoute } from './route-recorder.js';
import { versionHeaders } from './route-versions.js';
import { resolveAnnotations } from './tool-annotations.js';
import type { ToolIdentity } from './tool-identity.js';
import type { ToolOutput, ToolOutputFactory } from './tool-output.js';
import { ToolSchemaError } from './tool-schema-error.js';
import type { Tool, ToolDefinition, ToolRoute } from './tool.interface.js';

/** Makes the tool of a controller's method. */
export class ToolFactory {
  constructor(
    private readonly options: ResolvedMcpOptions,
    private readonly platform: Platform,
    private readonly versioning: VersioningOptions | undefined,
    private readonly parameterExplorer: ParameterExplorer,
    private readonly inputPlans: InputPlanFactory,
    private readonly outputs: ToolOutputFactory,
    private readonly diagnostics: SchemaDiagnostics,
    private readonly middleware: MiddlewareRecorder,
    private readonly rivals: RivalFinder,
  ) {}

  /**
   * @throws ToolSchemaError when its schemas cannot be made
   * @throws Error that names the method when it cannot be a tool
   */
  create(identity: ToolIdentity, recorded: readonly RecordedRoute[]): Tool {
    const { method, name, tags, options } = identity;
    const { label, metadata } = method;
    assertReplayable(method, recorded);
    const parameters = this.parameterExplorer.explore(method);
    const routes = this.createRoutes(method, recorded, parameters);
    if (options.inputSchema === undefined) {
      this.diagnostics.examine(parameters, label);
    }
    const { input, output } = this.createSchemas(identity, routes, parameters);
    const definition: ToolDefinition = {
      name,
      title: options.title,
      description: options.description ?? describe(method, recorded[0]!),
      inputSchema: input.inputSchema,
      outputSchema: output?.listed,
      annotations: resolveAnnotations(routes[0]!.verb, this.options.inferHttpMethodAnnotations, {
        tool: options,
        annotations: metadata.getAnnotations(),
        readOnly: metadata.getReadOnly(),
      }),
      icons: options.icons,
      _meta: options.meta,
    };
    return { definition, label, input, routes, tags, output: output?.contract };
  }

  private createSchemas(
    identity: ToolIdentity,
    routes: readonly ToolRoute[],
    parameters: readonly RouteParameter[],
  ): { input: InputPlan; output: ToolOutput | undefined } {
    const { verb } = routes[0]!;
    const { label } = identity.method;
    const explicitSchema = identity.options.inputSchema;
    try {
      const input = this.inputPlans.create({
        label,
        verb,
        ...pathParameters(routes),
        parameters,
        documentation: readDocumentation(identity.method.callback, identity.method.controller),
        explicitSchema,
      });
      return { input, output: this.outputs.create(identity, verb) };
    } catch (error) {
      throw new ToolSchemaError(identity.name, error);
    }
  }

  private createRoutes(
    method: ToolMethod,
    recorded: readonly RecordedRoute[],
    parameters: readonly RouteParameter[],
  ): ToolRoute[] {
    const takesBody = parameters.some(({ source }) => source === 'body');
    const headers = versionHeaders(method, this.versioning);
    return recorded
      .flatMap((route) => {
        const { verb: recordedVerb, path, handler } = route;
        const verb = recordedVerb === 'ALL' ? (takesBody ? 'POST' : 'GET') : recordedVerb;
        return expandOptionalParts(path, this.platform).map((variant): ToolRoute => ({
          verb,
          path: new RoutePath(variant, this.platform),
          handler,
          middleware: this.middleware.of(verb, variant),
          rivals: this.rivals.find(recorded, route, variant, verb),
          versionHeaders: headers,
          config: Reflect.getMetadata(FASTIFY_ROUTE_CONFIG_METADATA, method.callback),
        }));
      })
      .sort((left, right) => right.path.parameterNames.length - left.path.parameterNames.length);
  }
}

/** Parameters that every path of the tool has are required; those of some paths only are not. */
function pathParameters(routes: readonly ToolRoute[]) {
  const all = new Set(routes.flatMap(({ path }) => path.parameterNames));
  const isEverywhere = (name: string) => routes.every(({ path }) => path.parameterNames.includes(name));
  return {
    pathParameters: [...all].filter(isEverywhere),
    optionalPathParameters: [...all].filter((name) => !isEverywhere(name)),
  };
}

/** What `@ApiOperation()` says, or `Find one (GET /items/:id)`. */
function describe({ methodName, metadata }: ToolMethod, { verb, path }: RecordedRoute): string {
  const operation = metadata.getApiOperation();
  const documented = operation?.description || operation?.summary;
  if (documented) {
    return documented;
  }
  const words = methodName.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} (${verb === 'ALL' ? '' : `${verb} `}${path})`;
}

function assertReplayable(
  { label, callback, methodName }: ToolMethod,
  recorded: readonly RecordedRoute[],
): void {
  if (recorded.length === 0) {
    throw new Error(
      `${label} has @McpTool(), but Nest registered no route for it. ` +
        `Check that its module is imported, and that nothing replaces "${methodName}" after the module is made.`,
    );
  }
  const obstacle = Reflect.getMetadata(SSE_METADATA, callback)
    ? 'streams events (@Sse()), which may never end'
    : Reflect.hasMetadata(FASTIFY_ROUTE_SCHEMA_METADATA, callback)
      ? 'is checked by Fastify itself (@RouteSchema()), before Nest runs'
      : undefined;
  if (obstacle) {
    throw new Error(`${label} cannot be a tool: the route ${obstacle}. Take it out with @McpTool(false).`);
  }
}
