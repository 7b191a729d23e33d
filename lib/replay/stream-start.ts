import { finished } from 'node:stream';
import type { Readable } from 'node:stream';

/** Waits until a stream has something to read, or has ended without: until then another answer is possible. */
export function awaitStart(stream: Readable, start: () => void, fail: (error: Error) => void): void {
  const settle = (error?: Error | null) => {
    stopWatching();
    stream.removeListener('readable', onReadable);
    if (error) {
      fail(error);
    } else {
      start();
    }
  };
  const onReadable = () => settle();
  const stopWatching = finished(stream, { writable: false }, settle);
  stream.on('readable', onReadable);
}
