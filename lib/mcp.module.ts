import { Inject, Logger, Module } from '@nestjs/common';
import type {
  BeforeApplicationShutdown,
  DynamicModule,
  HttpServer,
  NestModule,
  OnApplicationBootstrap,
  OnApplicationShutdown,
  OnModuleDestroy,
  OnModuleInit,
  Provider,
} from '@nestjs/common';
import type { ApplicationConfig } from '@nestjs/core';
import { ExternalContextCreator, HttpAdapterHost, ModuleRef, ModulesContainer } from '@nestjs/core';
import { assertGuardHasOptions, authWarnings } from './auth/auth-warnings.js';
import { McpBearerGuard } from './auth/mcp-bearer.guard.js';
import { TokenVerifier } from './auth/token-verifier.js';
import { LiveCatalog, McpCatalog } from './catalog/index.js';
import {
  CatalogExplorer,
  CatalogHolder,
  findApplicationConfig,
  platformOf,
  routerRules,
} from './discovery/index.js';
import { Endpoint } from './endpoint/endpoint.js';
import { createGuardedHandler } from './endpoint/guarded-handler.js';
import type { EndpointSetup } from './endpoint/guarded-handler.js';
import { answerExpressParserErrors, answerFastifyParserErrors } from './endpoint/parser-errors.js';
import { bootWarnings } from './lint/index.js';
import { MCP_ENDPOINT, MCP_MODULE_OPTIONS } from './mcp.constants.js';
import { createMcpController } from './mcp.controller.js';
import { createOptionsProviders } from './mcp-options.providers.js';
import { assertArray, assertGuards, resolveOptions } from './mcp-options.resolver.js';
import { DEFAULT_OPTIONS } from './mcp-options.defaults.js';
import type { ResolvedMcpOptions } from './mcp-options.defaults.js';
import type { McpModuleAsyncOptions, McpModuleExtras, McpRootOptions } from './mcp.options.js';
import { McpServer } from './mcp.server.js';
import { McpServices } from './mcp.services.js';
import {
  createMethods,
  guardConfirmation,
  guardTaskStart,
  perCallerMethods,
  sharingWarnings,
} from './methods/index.js';
import { ExpressPlatform, FastifyPlatform, ProviderRunner, Replayer } from './replay/index.js';
import { ServedSkills } from './skills/index.js';
import { ChangeFeed, McpNotifier } from './subscriptions/index.js';
import { WellKnownDocuments } from './well-known/index.js';

/**
 * Makes an application usable by MCP clients: methods with `@McpTool()`, `@McpResource()` and `@McpPrompt()` become
 * tools, resources and prompts at `/mcp`.
 *
 * @example
 * ```ts
 * @Module({ imports: [McpModule.forRoot({ name: 'coffee-shop', version: '1.0.0' })], controllers: [MenuController] })
 * export class AppModule {}
 * ```
 *
 * @publicApi
 */
@Module({})
export class McpModule
  implements
    NestModule,
    OnModuleInit,
    OnApplicationBootstrap,
    OnModuleDestroy,
    BeforeApplicationShutdown,
    OnApplicationShutdown
{
  private readonly logger = new Logger('McpModule');
  private readonly explorer: CatalogExplorer;

  constructor(
    @Inject(MCP_MODULE_OPTIONS) private readonly options: ResolvedMcpOptions,
    @Inject(HttpAdapterHost) private readonly adapterHost: HttpAdapterHost,
    @Inject(ModuleRef) private readonly moduleRef: ModuleRef,
    @Inject(ModulesContainer) private readonly modules: ModulesContainer,
    @Inject(McpServer) private readonly server: McpServer,
    @Inject(Endpoint) private readonly endpoint: Endpoint,
    @Inject(ExternalContextCreator) private readonly contextCreator: ExternalContextCreator,
    @Inject(MCP_ENDPOINT) private readonly endpointSetup: EndpointSetup,
    @Inject(CatalogHolder) private readonly catalogHolder: CatalogHolder,
    @Inject(LiveCatalog) private readonly catalog: LiveCatalog,
    @Inject(WellKnownDocuments) private readonly documents: WellKnownDocuments,
    @Inject(McpServices) private readonly services: McpServices,
  ) {
    assertGuardHasOptions(endpointSetup.guards, options);
    this.explorer = new CatalogExplorer(
      modules,
      options,
      (handler) => endpoint.wrap(handler),
      documents.paths,
    );
  }

  /**
   * Offers the decorated routes of the application. A wrong option stops the boot with an error that names it.
   *
   * @throws Error when `guards` has an entry that is no guard
   */
  static forRoot(options: McpRootOptions = {}): DynamicModule {
    const { guards, imports, ...moduleOptions } = options;
    return createModule({ guards, imports }, moduleOptions.path, [
      { provide: MCP_MODULE_OPTIONS, useFactory: () => resolveOptions(moduleOptions) },
    ]);
  }

  /**
   * As `forRoot()`, with options that come from other providers.
   *
   * @example
   * ```ts
   * McpModule.forRootAsync({
   *   imports: [ConfigModule],
   *   inject: [ConfigService],
   *   useFactory: (config: ConfigService) => ({ name: config.getOrThrow('APP_NAME') }),
   * })
   * ```
   */
  static forRootAsync(options: McpModuleAsyncOptions): DynamicModule {
    return createModule(options, undefined, createOptionsProviders(options));
  }

  /** Nest calls this before it registers the routes, when the HTTP adapter is known in any case. */
  configure(): void {
    assertImportedOnce(this.modules);
    const adapter = this.adapterHost.httpAdapter;
    this.documents.serve(adapter);
    this.explorer.listen(adapter);
    this.explorer.confirmedMethods.forEach(guardConfirmation);
    if (this.options.tasks) {
      this.explorer.taskMethods.forEach(guardTaskStart);
    }
    if (platformOf(adapter) === 'fastify') {
      answerFastifyParserErrors(adapter, this.options.path);
    }
  }

  /** By now the routes are registered. Without an HTTP server (`createApplicationContext()`) there is nothing to offer. */
  async onModuleInit(): Promise<void> {
    this.startOffering();
    await this.services.share();
  }

  private startOffering(): void {
    const adapter = this.adapterHost.httpAdapter as HttpServer | undefined;
    if (!adapter || !this.explorer.isListening) {
      return;
    }
    // Middleware comes before routes: what is mounted from now on is not Nest's.
    this.explorer.middlewareRecorder.detach();
    const platform = platformOf(adapter);
    if (platform === 'express') {
      answerExpressParserErrors(adapter, this.options.path);
    }
    const config = findApplicationConfig(this.moduleRef);
    const catalog = this.explorer.createCatalog(config, routerRules(adapter, platform));
    const replayPlatform =
      platform === 'fastify'
        ? new FastifyPlatform(this.options.maxBlobBytes)
        : new ExpressPlatform(this.options.maxBlobBytes);
    const providers = new ProviderRunner(replayPlatform, adapter, this.contextCreator, this.options.path);
    this.catalogHolder.catalog = catalog;
    const hasGuards = this.endpointSetup.guards.length > 0 || hasGlobalGuards(config);
    [
      ...bootWarnings(this.options, catalog.tools),
      ...authWarnings(this.options, hasGuards),
      ...sharingWarnings(this.options.caching, perCallerMethods(this.options)),
    ].forEach((warning) => this.logger.warn(warning));
    this.logger.log(`${catalog.describe()} at ${this.options.path}`);
    this.catalog.start(catalog);
    const services = this.services.open(new Replayer(replayPlatform, this.explorer.recorder, providers));
    this.server.start(() => createMethods(this.catalog.snapshot, this.catalog.everOffered, services), {
      keepAliveMs: this.options.keepAliveMs,
      batchLength: this.options.limits.batchLength,
      streams: this.options.limits.streams,
      sessions: services.sessions,
    });
  }

  /** By now Nest has made its handlers, with the global guards that modules have added when they were initialized. */
  onApplicationBootstrap(): void {
    this.explorer.recorder.detach();
    this.services.takeOver();
    const config = this.explorer.isListening ? findApplicationConfig(this.moduleRef) : undefined;
    if (config) {
      this.endpoint.direct = createGuardedHandler(this.moduleRef, this.endpointSetup, config, this.modules);
      this.endpoint.hasGlobalGuards = hasGlobalGuards(config);
    }
  }

  /** From here on the application's providers are taken down: no call may begin that needs them. */
  onModuleDestroy(): void {
    this.endpoint.refuse();
  }

  /** Before the HTTP server is closed: it would wait for open streams and for calls, however long they take. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([this.endpoint.drain(this.options.shutdownGraceMs), this.services.close()]);
    this.server.close();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.services.leave();
  }
}

function hasGlobalGuards(config: ApplicationConfig | undefined): boolean {
  return config !== undefined && config.getGlobalGuards().length + config.getGlobalRequestGuards().length > 0;
}

function createModule(
  { guards = [], imports = [] }: McpModuleExtras,
  path: string = DEFAULT_OPTIONS.path,
  optionsProviders: Provider[],
): DynamicModule {
  assertGuards(guards);
  assertArray('imports', imports);
  const controller = createMcpController(guards, path);
  const endpoint: EndpointSetup = { controller, guards };
  return {
    module: McpModule,
    // What it exports is for the services of any module.
    global: true,
    imports,
    controllers: [controller],
    providers: [
      ...optionsProviders,
      McpServer,
      Endpoint,
      { provide: MCP_ENDPOINT, useValue: endpoint },
      CatalogHolder,
      ChangeFeed,
      McpNotifier,
      LiveCatalog,
      McpCatalog,
      TokenVerifier,
      McpBearerGuard,
      WellKnownDocuments,
      ServedSkills,
      McpServices,
    ],
    // The guard comes with what it needs, to be used in any module.
    exports: [McpNotifier, McpCatalog, McpBearerGuard, TokenVerifier, MCP_MODULE_OPTIONS],
  };
}

/** Each would offer all tools at an endpoint of its own. */
function assertImportedOnce(modules: ModulesContainer): void {
  const count = [...modules.values()].filter(({ metatype }) => metatype === McpModule).length;
  if (count > 1) {
    throw new Error(
      `McpModule is imported ${count} times. Keep one McpModule.forRoot() or McpModule.forRootAsync(), ` +
        'in the root module: it finds the tools of all modules.',
    );
  }
}
