import type { IncomingHttpHeaders } from 'node:http';
import { answerFormat, takesEventStream } from './accept.js';
import type { AnswerFormat } from './accept.js';
import { errorAnswer, methodNotAllowedAnswer } from './answer.js';
import type { ProtocolAnswer } from './answer.js';
import { isJsonContentType } from './content-type.js';
import { headerValue } from './headers.js';
import { readRequestId } from './json-rpc.js';
import { invalidRequest, parseError } from './protocol-error.js';

interface TransportRequest {
  readonly httpMethod: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

/** How a client takes its answer. */
export interface AnswerForm {
  /** What an answer in one piece is sent as. */
  readonly format: AnswerFormat;
  /** Whether the answer may be an event stream. */
  readonly takesEvents: boolean;
}

/**
 * Checks what a POST says of itself before its messages are looked at: the answer that refuses it, or how its own is sent.
 *
 * @throws ProtocolError -32700 for an empty body
 */
export function readTransport({ httpMethod, headers, body }: TransportRequest): AnswerForm | ProtocolAnswer {
  if (httpMethod !== 'POST') {
    return methodNotAllowedAnswer(
      invalidRequest(`Send MCP messages with POST; ${httpMethod} is not served here`),
    );
  }
  if (!isJsonContentType(headers['content-type'])) {
    return errorAnswer(
      415,
      readRequestId(body),
      invalidRequest('Send Content-Type: application/json, in UTF-8'),
    );
  }
  const accept = headerValue(headers, 'accept');
  const format = answerFormat(accept);
  if (format === undefined) {
    return errorAnswer(
      406,
      readRequestId(body),
      invalidRequest('This server answers application/json or text/event-stream: name one of them in Accept'),
    );
  }
  // Express reads an empty body as {}.
  if (body === undefined || headers['content-length'] === '0') {
    throw parseError('The request body is empty: send a JSON-RPC message');
  }
  return { format, takesEvents: format === 'event-stream' || takesEventStream(accept) };
}
