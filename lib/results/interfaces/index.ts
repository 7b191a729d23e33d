export type * from './content-block.interface.js';
export type * from './result-draft.interface.js';
export type * from './tool-result.interface.js';
export type * from './tool-result-options.interface.js';
export type * from './prompt-result.interface.js';
export type * from './resource-contents.interface.js';
