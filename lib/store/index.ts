export type * from './store.interface.js';
export type * from './task-record.interface.js';
