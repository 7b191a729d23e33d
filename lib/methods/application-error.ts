import { INTERNAL_ERROR, ProtocolError } from '../protocol/index.js';
import type { CapturedResponse } from '../replay/index.js';
import { errorText, thrownMcpError } from '../results/index.js';
import { failedAnswerId } from './failed-answer.js';

/**
 * The JSON-RPC error for a handler that failed, for methods whose results cannot say so.
 *
 * @param call what was called, for the log
 */
export function applicationError(
  response: CapturedResponse,
  call: string,
  data: Readonly<Record<string, unknown>>,
  code = INTERNAL_ERROR,
): ProtocolError {
  const thrown = thrownMcpError(response.body);
  if (thrown) {
    return thrown;
  }
  const errorId = failedAnswerId(response, call);
  return new ProtocolError(code, errorText(response), {
    data: { statusCode: response.status, ...data, errorId },
  });
}
