export { MemoryMessageBus } from './memory-message-bus.js';
export { MemoryTaskStore } from './memory-task-store.js';
export type * from './store.interface.js';
export type * from './task-record.interface.js';
