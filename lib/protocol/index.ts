export { STREAMED_ANSWER } from './answer.js';
export type { ProtocolAnswer } from './answer.js';
export { MAXIMUM_BATCH_LENGTH } from './batch.js';
export {
  CLIENT_CAPABILITIES_META,
  CLIENT_INFO_META,
  LOG_LEVEL_META,
  META_PREFIX,
  PROTOCOL_VERSION_META,
  SUBSCRIPTION_ID_META,
} from './envelope.js';
export { eraOf } from './era.js';
export type { Era } from './era.js';
export * from './error-codes.js';
export { encodeHeaderValue } from './header-value.js';
export { isJsonObject, readMessage } from './json-rpc.js';
export type {
  JsonObject,
  Message,
  NotificationMessage,
  RequestId,
  RequestMessage,
  ResponseMessage,
} from './json-rpc.js';
export { LinkedList } from './linked-list.js';
export type { ListEntry } from './linked-list.js';
export { ResponseChannel } from './response-channel.js';
export type { Connection, StreamWriter } from './response-channel.js';
export { LEFT_OPEN, SerializedResult } from './method.js';
export { PreparedResult } from './prepared-result.js';
export type { Method, MethodOutcome, MethodRequest, MethodResult } from './method.js';
export { checkParameterHeaders } from './parameter-headers.js';
export type { HeaderParameter } from './parameter-headers.js';
export {
  headerMismatch,
  internalError,
  invalidParams,
  invalidRequest,
  methodNotFound,
  missingClientCapability,
  parseError,
  ProtocolError,
  unsupportedVersion,
} from './protocol-error.js';
export type { ProtocolErrorOptions } from './protocol-error.js';
export { ProtocolServer } from './protocol-server.js';
export type { ProtocolMessage, ProtocolServerOptions } from './protocol-server.js';
export { MemorySessionStore, Session, Sessions } from './sessions/index.js';
export type {
  ClientAnswer,
  ClientRequest,
  McpEventStore,
  McpMessageBus,
  McpSessionLimits,
  McpSessionRecord,
  McpSessionStore,
  McpStoredEvent,
  SessionsOptions,
} from './sessions/index.js';
export {
  LAST_EVENT_HEADER,
  METHOD_HEADER,
  NAME_HEADER,
  PARAMETER_HEADER_PREFIX,
  SESSION_HEADER,
  VERSION_HEADER,
} from './headers.js';
export { errorResponse, resultResponse } from './response.js';
export { answerInShutdown } from './shutdown.js';
export { answerToRefusal } from './refusal.js';
export { answerToTransportError } from './transport-errors.js';
export {
  LATEST_LEGACY_VERSION,
  LATEST_MODERN_VERSION,
  LEGACY_VERSIONS,
  MODERN_VERSIONS,
  negotiateLegacyVersion,
  SUPPORTED_VERSIONS,
} from './versions.js';
