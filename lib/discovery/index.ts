export { findApplicationConfig } from './application-config.js';
export type {
  Callable,
  CallableRoute,
  CallTarget,
  FunctionTarget,
  ProviderMethod,
  ProviderTarget,
  RouteTarget,
} from './callable.interface.js';
export { Catalog } from './catalog.js';
export type { CatalogEntries } from './catalog.js';
export { CatalogExplorer } from './catalog-explorer.js';
export { COMPLETER_ARGUMENTS } from './completer-factory.js';
export type { Completer } from './completer.interface.js';
export { EXCEPTION_FILTERS_METADATA, ROUTE_ARGS_METADATA, RouteParamtype } from './nest-metadata.js';
export { CatalogHolder } from './catalog-holder.js';
export { percentEncode } from './percent-encode.js';
export type { Platform } from './path-variants.js';
export { platformOf } from './platform.js';
export type { Prompt, PromptDefinition } from './prompt.interface.js';
export type {
  Resource,
  ResourceDefinition,
  ResourceMatch,
  ResourceTemplate,
  ResourceTemplateDefinition,
} from './resource.interface.js';
export type { FilledPath } from './route-path.js';
export { RoutePath } from './route-path.js';
export type { RouteMiddleware } from './route-middleware.js';
export { RouteRecorder } from './route-recorder.js';
export type { ErrorHandler, RouteHandler } from './route-recorder.js';
export type { Tool, ToolDefinition } from './tool.interface.js';
export type { RivalRoutes } from './rival-routes.js';
export { routerRules } from './router-rules.js';
export { ValueMap } from './value-map.js';
