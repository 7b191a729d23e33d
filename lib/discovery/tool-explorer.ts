import { Logger } from '@nestjs/common';
import type { HttpServer } from '@nestjs/common';
import type { ApplicationConfig, ModulesContainer } from '@nestjs/core';
import type { ResolvedMcpOptions } from '../mcp.options.js';
import { SchemaDiagnostics } from '../schema/diagnostics/index.js';
import { InputPlanFactory } from '../schema/index.js';
import { globalPipes } from './application-config.js';
import { Catalog } from './catalog.js';
import { ControllerExplorer } from './controller-explorer.js';
import type { ToolMethod } from './controller-explorer.js';
import { MiddlewareRecorder } from './middleware-recorder.js';
import { ParameterExplorer } from './parameter-explorer.js';
import { assertEndpointReachable } from './endpoint-place.js';
import { markPassingRoutes } from './passing-routes.js';
import { RivalFinder } from './rival-finder.js';
import { RouteMatcher } from './route-matcher.js';
import { RouteRecorder } from './route-recorder.js';
import type { EndpointRoute, RecordedRoute } from './route-recorder.js';
import type { RouterRules } from './router-rules.js';
import { ToolFactory } from './tool-factory.js';
import { filterTools } from './tool-filter.js';
import { assertUniqueNames, identifyTool } from './tool-identity.js';
import type { ToolIdentity } from './tool-identity.js';
import { ToolOutputFactory } from './tool-output.js';
import { ToolSchemaError } from './tool-schema-error.js';
import type { Tool } from './tool.interface.js';
import { warningsOfUnreachable } from './unreachable-tools.js';

/**
 * Makes the catalog of an application, in two steps around the registration of its routes:
 * `listen()` before, `createCatalog()` after.
 */
export class ToolExplorer {
  readonly recorder: RouteRecorder;
  readonly middlewareRecorder: MiddlewareRecorder;

  isListening = false;

  private readonly logger = new Logger('McpModule');
  private methods: readonly ToolMethod[] = [];
  private matcher = new RouteMatcher([]);

  constructor(
    private readonly modules: ModulesContainer,
    private readonly options: ResolvedMcpOptions,
    wrapEndpoint: EndpointRoute['wrap'],
  ) {
    this.recorder = new RouteRecorder({ path: options.path, wrap: wrapEndpoint });
    this.middlewareRecorder = new MiddlewareRecorder(options.path);
  }

  /** @throws Error that names a decorated method without a route */
  listen(adapter: HttpServer): void {
    this.methods = new ControllerExplorer(this.modules).explore();
    this.matcher = new RouteMatcher(this.methods);
    markPassingRoutes(this.modules);
    this.recorder.attach(adapter);
    this.middlewareRecorder.attach(adapter);
    this.isListening = true;
  }

  /** @throws Error that names the method which cannot be a tool, or the route that takes the endpoint's requests */
  createCatalog(config: ApplicationConfig | undefined, rules: RouterRules): Catalog {
    const rivals = new RivalFinder(this.recorder.routes, rules);
    assertEndpointReachable(this.recorder.endpointRoute, rivals);
    const diagnostics = new SchemaDiagnostics();
    const factory = new ToolFactory(
      this.options,
      rules.platform,
      config?.getVersioning(),
      new ParameterExplorer(globalPipes(config)),
      new InputPlanFactory(this.options),
      new ToolOutputFactory(this.options),
      diagnostics,
      this.middlewareRecorder,
      rivals,
    );
    const routes = this.matcher.match(this.recorder.routes, {
      globalPrefix: config?.getGlobalPrefix() ?? '',
      versioning: config?.getVersioning(),
    });
    const identities = this.methods.map(identifyTool);
    // Before the filters, so that a filter cannot hide that a name is taken.
    assertUniqueNames(identities);
    const offered = filterTools(identities, this.options);
    const tools = offered.flatMap((tool) => this.createTool(factory, tool, routes.get(tool.method) ?? []));
    [...diagnostics.report(), ...warningsOfUnreachable(tools)].forEach((message) =>
      this.logger.warn(message),
    );
    return new Catalog(tools);
  }

  /** No tool when its schemas cannot be made and `onSchemaError` says to leave it out. */
  private createTool(factory: ToolFactory, tool: ToolIdentity, recorded: readonly RecordedRoute[]): Tool[] {
    try {
      return [factory.create(tool, recorded)];
    } catch (error) {
      if (this.options.onSchemaError === 'skip' && error instanceof ToolSchemaError) {
        this.logger.error(`${error.message} It is left out, as onSchemaError says.`);
        return [];
      }
      throw error;
    }
  }
}
