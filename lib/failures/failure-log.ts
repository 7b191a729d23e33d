import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { redact, requestCredentials } from '../credentials/index.js';
import { describeError } from './describe-error.js';

/** `_meta` key of the id under which the log has what went wrong. */
export const ERROR_ID_META_KEY = 'nestjs-mcp/errorId';

const logger = new Logger('McpModule');

/**
 * Logs what nobody has answered for. Never throws.
 *
 * @param what the beginning of a line: what failed
 * @param request where it came up, so that the credentials it brought stay out of the log
 * @returns the id in that line; the client gets the same
 */
export function logFailure(what: string, error: unknown, request?: object): string {
  return logWithId('error', what, redact(describeError(error), requestCredentials(request)));
}

/** Logs one line under an id of its own, and returns the id. Never throws. */
export function logWithId(level: 'error' | 'warn', what: string, ...stack: string[]): string {
  const id = randomUUID();
  try {
    logger[level](`${what} (error id ${id})`, ...stack);
  } catch {
    // The client's answer must not depend on the logger.
  }
  return id;
}
