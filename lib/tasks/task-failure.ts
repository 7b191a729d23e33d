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

export const BEGUN_AGAIN = 'The process that ran the task is gone. It was begun again.';

/** Of a task that may be begun again. @param reason a sentence */
export function notBegunAgain(reason: string): string {
  return `The process that ran the task is gone, and it could not be begun again. ${reason} It may have been carried out in part.`;
}

/** Whether nothing about it will change any more. */
export function isOver({ status }: McpTaskRecord): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}
