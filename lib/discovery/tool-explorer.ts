import type { HttpServer } from '@nestjs/common';
import type { ApplicationConfig, ModulesContainer } from '@nestjs/core';
import type { ResolvedMcpOptions } from '../mcp.options.js';
import { InputPlanFactory } from '../schema/index.js';
import { globalPipes } from './application-config.js';
import { Catalog } from './catalog.js';
import { ControllerExplorer } from './controller-explorer.js';
import type { ToolMethod } from './controller-explorer.js';
import { ParameterExplorer } from './parameter-explorer.js';
import type { Platform } from './path-variants.js';
import { RouteMatcher } from './route-matcher.js';
import { RouteRecorder } from './route-recorder.js';
import type { EndpointRoute } from './route-recorder.js';
import { ToolFactory } from './tool-factory.js';
import { assertUniqueNames, identifyTool } from './tool-identity.js';
import { filterTools } from './tool-filter.js';

/**
 * Makes the catalog of an application, in two steps around the registration of its routes:
 * `listen()` before, `createCatalog()` after.
 */
export class ToolExplorer {
  readonly recorder: RouteRecorder;

  isListening = false;

  private methods: readonly ToolMethod[] = [];
  private matcher = new RouteMatcher([]);

  constructor(
    private readonly modules: ModulesContainer,
    private readonly options: ResolvedMcpOptions,
    wrapEndpoint: EndpointRoute['wrap'],
  ) {
    this.recorder = new RouteRecorder({ path: options.path, wrap: wrapEndpoint });
  }

  /** @throws Error that names a decorated method without a route */
  listen(adapter: HttpServer): void {
    this.methods = new ControllerExplorer(this.modules).explore();
    this.matcher = new RouteMatcher(this.methods);
    this.recorder.attach(adapter);
    this.isListening = true;
  }

  /** @throws Error that names the method which cannot be a tool */
  createCatalog(config: ApplicationConfig | undefined, platform: Platform): Catalog {
    const factory = new ToolFactory(
      this.options,
      platform,
      config?.getVersioning(),
      new ParameterExplorer(globalPipes(config)),
      new InputPlanFactory(this.options),
    );
    const routes = this.matcher.match(this.recorder.routes, {
      globalPrefix: config?.getGlobalPrefix() ?? '',
      versioning: config?.getVersioning(),
    });
    const identities = this.methods.map(identifyTool);
    // Before the filters, so that a filter cannot hide that a name is taken.
    assertUniqueNames(identities);
    const offered = filterTools(identities, this.options);
    return new Catalog(offered.map((tool) => factory.create(tool, routes.get(tool.method) ?? [])));
  }
}
