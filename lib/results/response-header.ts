import type { CapturedResponse } from '../replay/interfaces/captured-response.interface.js';

/** One header of a response as text. */
export function responseHeader(response: CapturedResponse, name: string): string | undefined {
  const value = response.headers[name];
  if (value === undefined) {
    return undefined;
  }
  return typeof value === 'string' || typeof value === 'number' ? String(value) : value[0];
}
