import { Logger } from '@nestjs/common';
import { BlobLimitError } from './blob-limit.js';
import type { ResultDraft } from './interfaces/index.js';

const logger = new Logger('McpToolResult');

/** What Nest's own filter answers when serializing a result throws. */
export function unserializableResult(error: unknown): ResultDraft {
  logger.error('A result could not be turned into JSON', stackOf(error));
  return errorDraft(500, '{"statusCode":500,"message":"Internal server error"}');
}

/** The result in place of a body that is too large or broke off. */
export function unreadableBody(error: unknown, status: number): ResultDraft {
  if (error instanceof BlobLimitError) {
    return errorDraft(status, error.message);
  }
  // Otherwise it was given up on purpose, and nobody waits for it.
  if (!(error instanceof Error && error.name === 'AbortError')) {
    logger.error('A response body could not be read', stackOf(error));
  }
  return errorDraft(status, 'The response broke off before it was complete.');
}

function errorDraft(status: number, text: string): ResultDraft {
  return { status, content: [{ type: 'text', text }], isError: true };
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
