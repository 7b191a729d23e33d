import { Logger } from '@nestjs/common';
import type { HttpServer } from '@nestjs/common';
import type { ApplicationConfig, ModulesContainer } from '@nestjs/core';
import type { ResolvedMcpOptions } from '../mcp-options.defaults.js';
import { SchemaDiagnostics } from '../schema/diagnostics/index.js';
import { InputPlanFactory } from '../schema/index.js';
import { globalPipes } from './application-config.js';
import { CallableFactory } from './callable-factory.js';
import { Catalog } from './catalog.js';
import { CompleterFactory, feedCompleter } from './completer-factory.js';
import { ControllerExplorer } from './controller-explorer.js';
import type { DecoratedMethod } from './decorated-method.js';
import type { MetadataAccessor } from './metadata-accessor.js';
import { MiddlewareRecorder } from './middleware-recorder.js';
import { createOpenApiResource } from './openapi-resource.js';
import { ParameterExplorer } from './parameter-explorer.js';
import { assertEndpointReachable } from './endpoint-place.js';
import { markPassingRoutes } from './passing-routes.js';
import { PromptFactory } from './prompt-factory.js';
import { assertUniquePrompts, identifyPrompt } from './prompt-identity.js';
import { hasScopedEnhancers } from './provider-enhancers.js';
import { ProviderExplorer } from './provider-explorer.js';
import { ResourceFactory } from './resource-factory.js';
import { assertUniqueResources, identifyResource } from './resource-identity.js';
import type { ResourceIdentity } from './resource-identity.js';
import { RivalFinder } from './rival-finder.js';
import type { RouterRules } from './router-rules.js';
import { RouteMatcher } from './route-matcher.js';
import { RouteRecorder } from './route-recorder.js';
import type { EndpointRoute } from './route-recorder.js';
import { ToolFactory } from './tool-factory.js';
import { filterByTags, filterTools, warnOfUnknownTags } from './primitive-filter.js';
import { assertUniqueTools, identifyTool } from './tool-identity.js';
import type { ToolIdentity } from './tool-identity.js';
import { ToolOutputFactory } from './tool-output.js';
import { ToolSchemaError } from './tool-schema-error.js';
import type { Tool } from './tool.interface.js';
import { warningsOfUnreachable } from './unreachable-tools.js';
import type { UriTemplate } from './uri-template.js';

/**
 * Makes the catalog of an application, in two steps around the registration of its routes:
 * `listen()` before, `createCatalog()` after.
 */
export class CatalogExplorer {
  readonly recorder: RouteRecorder;
  readonly middlewareRecorder: MiddlewareRecorder;

  isListening = false;

  private readonly logger = new Logger('McpModule');
  private methods: readonly DecoratedMethod[] = [];
  private matcher = new RouteMatcher([]);

  constructor(
    private readonly modules: ModulesContainer,
    private readonly options: ResolvedMcpOptions,
    wrapEndpoint: EndpointRoute['wrap'],
    publicPaths: readonly string[],
  ) {
    this.recorder = new RouteRecorder({ path: options.path, wrap: wrapEndpoint });
    this.middlewareRecorder = new MiddlewareRecorder(options.path, publicPaths);
  }

  /** @throws Error that names a decorated method without a route */
  listen(adapter: HttpServer): void {
    const routes = new ControllerExplorer(this.modules).explore();
    this.methods = [...routes, ...new ProviderExplorer(this.modules).explore()];
    this.methods.forEach(feedCompleter);
    this.matcher = new RouteMatcher(routes);
    markPassingRoutes(this.modules);
    this.recorder.attach(adapter);
    this.middlewareRecorder.attach(adapter);
    this.isListening = true;
  }

  /** The functions of the methods with `@McpConfirm()`: a constructor may have replaced that of the class. */
  get confirmedMethods(): object[] {
    return this.methods.filter(({ metadata }) => metadata.getConfirm() !== undefined).flatMap(functionsOf);
  }

  /** The functions of the methods that may run as tasks. */
  get taskMethods(): object[] {
    return this.methods.filter(({ metadata }) => supportsTasks(metadata.getTool())).flatMap(functionsOf);
  }

  /**
   * @throws Error that names the method which cannot be what its decorator says, or the route that takes the endpoint's
   * requests
   */
  createCatalog(config: ApplicationConfig | undefined, rules: RouterRules): Catalog {
    const rivals = new RivalFinder(this.recorder.routes, rules);
    assertEndpointReachable(this.recorder.endpointRoute, rivals);
    // Identified and compared before the filters, so that a filter cannot hide that a name is taken.
    const identities = this.identify();
    warnOfUnknownTags([...identities.tools, ...identities.prompts, ...identities.resources], this.options);
    const diagnostics = new SchemaDiagnostics();
    const callables = this.createCallables(config, rules, rivals, diagnostics);
    const tools = new ToolFactory(this.options, callables, new ToolOutputFactory(this.options));
    const offeredTools = filterTools(identities.tools, this.options);
    const prompts = new PromptFactory(callables);
    const offeredPrompts = filterByTags(identities.prompts, this.options);
    const resources = new ResourceFactory(callables);
    const offeredResources = filterByTags(identities.resources, this.options);
    const entries = {
      tools: offeredTools.flatMap((tool) => this.createTool(tools, tool)),
      prompts: offeredPrompts.map((prompt) => prompts.create(prompt)),
      resources: [
        ...offeredResources.filter(hasUri).map((resource) => resources.createResource(resource)),
        ...createOpenApiResource(this.options.openapi, identities.resources),
      ],
      resourceTemplates: offeredResources
        .filter(hasTemplate)
        .map((resource) => resources.createTemplate(resource)),
    };
    const completers = new CompleterFactory(callables, entries.prompts, entries.resourceTemplates);
    [...diagnostics.report(), ...warningsOfUnreachable(entries.tools)].forEach((message) =>
      this.logger.warn(message),
    );
    return new Catalog({
      ...entries,
      completers: this.methods
        .filter(({ metadata }) => metadata.getComplete())
        .map((method) => completers.create(method)),
    });
  }

  /** No tool when its schemas cannot be made and `onSchemaError` says to leave it out. */
  private createTool(factory: ToolFactory, tool: ToolIdentity): Tool[] {
    try {
      return [factory.create(tool)];
    } catch (error) {
      if (this.options.onSchemaError === 'skip' && error instanceof ToolSchemaError) {
        this.logger.error(`${error.message} It is left out, as onSchemaError says.`);
        return [];
      }
      throw error;
    }
  }

  private identify() {
    const tools = this.methods.filter(({ metadata }) => metadata.getTool()).map(identifyTool);
    assertUniqueTools(tools);
    const prompts = this.methods.filter(({ metadata }) => metadata.getPrompt()).map(identifyPrompt);
    assertUniquePrompts(prompts);
    const resources = this.methods.filter(({ metadata }) => metadata.getResource()).map(identifyResource);
    assertUniqueResources(resources);
    return { tools, prompts, resources };
  }

  private createCallables(
    config: ApplicationConfig | undefined,
    { platform }: RouterRules,
    rivals: RivalFinder,
    diagnostics: SchemaDiagnostics,
  ): CallableFactory {
    const versioning = config?.getVersioning();
    return new CallableFactory({
      platform,
      versioning,
      parameterExplorer: new ParameterExplorer(globalPipes(config)),
      inputPlans: new InputPlanFactory(this.options),
      routes: this.matcher.match(this.recorder.routes, {
        globalPrefix: config?.getGlobalPrefix() ?? '',
        versioning,
      }),
      scopedGlobals: hasScopedEnhancers(config),
      middleware: this.middlewareRecorder,
      diagnostics,
      rivals,
    });
  }
}

function functionsOf({ callback, owner, methodName, provider }: DecoratedMethod): object[] {
  return [
    callback,
    ...[owner.prototype as object, provider?.wrapper.instance as object | undefined]
      .filter((holder) => holder !== undefined && holder !== null)
      .map((holder) => Reflect.get(holder, methodName) as object),
  ];
}

function supportsTasks(tool: ReturnType<MetadataAccessor['getTool']>): boolean {
  const { onClass, onMethod } = tool || {};
  return ((onMethod?.taskSupport ?? onClass?.taskSupport) || 'forbidden') !== 'forbidden';
}

function hasUri(identity: ResourceIdentity): identity is ResourceIdentity & { uri: string } {
  return identity.uri !== undefined;
}

function hasTemplate(identity: ResourceIdentity): identity is ResourceIdentity & { template: UriTemplate } {
  return identity.template !== undefined;
}
