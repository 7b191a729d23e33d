import { ERROR_ID_META_KEY, logFailure } from '../failures/index.js';
import { BlobLimitError } from './blob-limit.js';
import type { ResultDraft } from './interfaces/index.js';

/** What Nest's own filter answers when serializing a result throws. */
export function unserializableResult(error: unknown, request?: object): ResultDraft {
  const errorId = logFailure('A result could not be turned into JSON', error, request);
  return errorDraft(500, '{"statusCode":500,"message":"Internal server error"}', errorId);
}

/** The result in place of a body that is too large or broke off. */
export function unreadableBody(error: unknown, status: number, request?: object): ResultDraft {
  if (error instanceof BlobLimitError) {
    return errorDraft(status, error.message);
  }
  // Otherwise it was given up on purpose, and nobody waits for it.
  const isGivenUp = error instanceof Error && error.name === 'AbortError';
  const errorId = isGivenUp ? undefined : logFailure('A response body could not be read', error, request);
  return errorDraft(status, 'The response broke off before it was complete.', errorId);
}

function errorDraft(status: number, text: string, errorId?: string): ResultDraft {
  const meta = errorId === undefined ? undefined : { [ERROR_ID_META_KEY]: errorId };
  return { status, content: [{ type: 'text', text }], isError: true, meta };
}
