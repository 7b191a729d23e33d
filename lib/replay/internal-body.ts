import { Readable } from 'node:stream';

/** What of an internal request concerns its body as a stream. */
export const BODY_EVENTS: ReadonlySet<unknown> = new Set(['data', 'end', 'readable']);

export const BODY_METHODS: readonly (keyof Readable)[] = [
  'read',
  'pipe',
  'unpipe',
  'resume',
  'pause',
  'setEncoding',
  Symbol.asyncIterator,
];

/**
 * The body of an internal request as a stream. There is nothing in it: a call's body is never one. As over HTTP it is read
 * to its end when the response is done, for those who wait for that.
 */
export function createInternalBody(response: {
  once(event: 'close', listener: () => void): unknown;
}): Readable {
  const body = new Readable({
    read() {
      this.push(null);
    },
  });
  response.once('close', () => body.resume());
  return body;
}
