export { findApplicationConfig } from './application-config.js';
export { Catalog } from './catalog.js';
export type { Platform } from './path-variants.js';
export type { FilledPath } from './route-path.js';
export { RouteRecorder } from './route-recorder.js';
export type { ErrorHandler, RouteHandler } from './route-recorder.js';
export { ToolExplorer } from './tool-explorer.js';
export type { Tool, ToolDefinition, ToolRoute } from './tool.interface.js';
