export { PLATFORMS } from './app-messages.js';
export type { PlatformName, ProcessFigures } from './app-messages.js';
export { AppProcess } from './app-process.js';
export { growthOf, megabytes } from './growth.js';
