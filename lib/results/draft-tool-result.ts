import type { CapturedResponse } from '../replay/interfaces/captured-response.interface.js';
import { bytesInMemory, discardStream, streamOf } from './body-bytes.js';
import { draftBytes, draftStream } from './draft-binary.js';
import { draftReturned } from './draft-returned.js';
import { draftJson, draftString, draftText } from './draft-text.js';
import type { ResultDraft, ToolResultOptions } from './interfaces/index.js';
import { responseHeader } from './response-header.js';
import { returnedToolResult } from './returned-tool-result.js';
import { redirectLine, statusLine } from './status-line.js';

/** Over HTTP these have no body, whatever the handler gave. */
const WITHOUT_BODY = new Set([204, 205, 304]);

/** Converts a response by what its body is. Throws only what a getter or `toJSON()` of the body throws. */
export function draftToolResult(
  response: CapturedResponse,
  options: ToolResultOptions,
): ResultDraft | Promise<ResultDraft> {
  const { body } = response;
  const returned = returnedToolResult(body);
  if (returned !== undefined) {
    return draftReturned(response.status, returned, options);
  }
  if (body instanceof Response) {
    return draftToolResult(unwrap(response, body), options);
  }

  const stream = streamOf(body);
  const bodiless = draftBodiless(response);
  if (bodiless !== undefined) {
    if (stream !== undefined) {
      discardStream(stream);
    }
    return bodiless;
  }
  if (stream !== undefined) {
    return draftStream(response, stream, options);
  }

  const bytes = bytesInMemory(body);
  if (bytes !== undefined) {
    return draftBytes(response, bytes, options);
  }
  return typeof body === 'string' ? draftString(response, body, options) : draftJson(response, options);
}

function draftBodiless(response: CapturedResponse): ResultDraft | undefined {
  const { status } = response;
  const location = status >= 300 && status < 400 ? responseHeader(response, 'location') : undefined;
  if (location !== undefined) {
    return draftText(status, redirectLine(status, location));
  }
  return WITHOUT_BODY.has(status) ? draftText(status, statusLine(status)) : undefined;
}

function unwrap(response: CapturedResponse, body: Response): CapturedResponse {
  return {
    status: body.status,
    headers: { ...response.headers, ...Object.fromEntries(body.headers) },
    body: body.body ?? undefined,
  };
}
