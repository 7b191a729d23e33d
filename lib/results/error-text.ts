import type { CapturedResponse } from '../replay/interfaces/captured-response.interface.js';
import { statusLine } from './status-line.js';

/**
 * What a failed response may say to the caller: what the application says of the caller's mistakes, and nothing of its
 * own.
 */
export function errorText({ status, body }: CapturedResponse): string {
  const line = statusLine(status);
  if (status >= 500) {
    return line;
  }
  if (typeof body === 'string') {
    return body || line;
  }
  const message: unknown = (body as { message?: unknown } | undefined | null)?.message;
  const texts = [message].flat().filter((text) => typeof text === 'string' && text !== '');
  return texts.length > 0 ? texts.join('; ') : line;
}
