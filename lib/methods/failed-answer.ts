import { logWithId } from '../failures/index.js';
import type { CapturedResponse } from '../replay/index.js';

/**
 * The id by which the log has an answer that is the server's fault. What made a route answer so was logged by Nest, or by
 * the application, without an id: a line of ours, right behind theirs, says which call that was.
 *
 * @param call what was called, such as `tools/call "find_order"`
 */
export function failedAnswerId({ status, errorId }: CapturedResponse, call: string): string | undefined {
  return status < 500 ? undefined : (errorId ?? logWithId('warn', `${call} was answered with ${status}`));
}
