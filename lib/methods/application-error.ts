import { INTERNAL_ERROR, ProtocolError } from '../protocol/index.js';
import type { CapturedResponse } from '../replay/index.js';
import { errorText } from '../results/index.js';

/** The JSON-RPC error for a handler that failed, for methods whose results cannot say so. */
export function applicationError(
  response: CapturedResponse,
  data: Readonly<Record<string, unknown>>,
  code = INTERNAL_ERROR,
): ProtocolError {
  return new ProtocolError(code, errorText(response), { data: { statusCode: response.status, ...data } });
}
