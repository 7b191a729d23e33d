export type * from './json-schema.interface.js';
export type * from './param-options.interface.js';
export type * from './tool-annotations.interface.js';
export type * from './tool-options.interface.js';
export type * from './call-context.interface.js';
