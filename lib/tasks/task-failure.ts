import { INTERNAL_ERROR } from '../protocol/index.js';
import type { JsonObject } from '../protocol/index.js';
import type { McpTaskRecord } from '../store/index.js';

/** A task that has failed has the error that the request would have been answered with. */
export function taskError(message: string): JsonObject {
  return { code: INTERNAL_ERROR, message };
}

export const ENDED_BY_SHUTDOWN =
  'The server was shut down before the task had ended. It may have been carried out in part: look at what has become of ' +
  'it before you begin it again.';

export const ABANDONED =
  'The process that ran the task has not been heard of for too long. It may have been carried out in part: look at what ' +
  'has become of it before you begin it again.';

/** Whether nothing about it will change any more. */
export function isOver({ status }: McpTaskRecord): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}
