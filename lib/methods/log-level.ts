import type { McpLogLevel } from '../interfaces/index.js';
import { invalidParams, LOG_LEVEL_META } from '../protocol/index.js';
import type { JsonObject } from '../protocol/index.js';

/** RFC 5424, least important first. */
export const LOG_LEVELS: readonly McpLogLevel[] = [
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
];

export function isLogLevel(value: unknown): value is McpLogLevel {
  return LOG_LEVELS.includes(value as McpLogLevel);
}

/** Whether a message of `level` goes to a client that asked for those from `least` on. */
export function isLogged(level: McpLogLevel, least: McpLogLevel): boolean {
  return LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf(least);
}

/**
 * The level from which on a request asks for log messages; undefined when it asks for none.
 *
 * @throws ProtocolError -32602 for a level that does not exist
 */
export function requestedLogLevel(meta: JsonObject): McpLogLevel | undefined {
  const level = meta[LOG_LEVEL_META];
  if (level === undefined || isLogLevel(level)) {
    return level;
  }
  throw invalidParams(`_meta["${LOG_LEVEL_META}"] must be one of ${LOG_LEVELS.join(', ')}`);
}
