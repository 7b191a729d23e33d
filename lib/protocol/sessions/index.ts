export type { ClientAnswer, ClientRequest } from './client-requests.js';
export type { McpEventStore, McpStoredEvent } from './event-store.js';
export type { McpMessageBus } from './message-bus.js';
export { MemorySessionStore } from './memory-session-store.js';
export { Session } from './session.js';
export type { McpSessionLimits, McpSessionRecord, McpSessionStore } from './session-store.js';
export { Sessions } from './sessions.js';
export type { SessionsOptions } from './sessions.js';
