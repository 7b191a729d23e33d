import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';

/** A byte order mark stays: digests are of all bytes. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

export function isTextBytes(bytes: Uint8Array): boolean {
  return isUtf8(bytes) && !bytes.includes(0);
}

export function textOf(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}
