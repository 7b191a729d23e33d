import { PassThrough, pipeline, Readable } from 'node:stream';

/** A stream that is not Node's own class: of another version of its stream package, or of an old kind. */
export function isForeignStream(value: unknown): value is NodeJS.ReadableStream {
  const { pipe, on, pause, resume } = (value ?? {}) as Partial<NodeJS.ReadableStream>;
  return (
    typeof pipe === 'function' &&
    typeof on === 'function' &&
    typeof pause === 'function' &&
    typeof resume === 'function' &&
    !(value instanceof Readable)
  );
}

export function toReadable(stream: NodeJS.ReadableStream): Readable {
  const readable = new PassThrough();
  pipeline(stream, readable, () => undefined);
  return readable;
}
