/** Names an event within its session: which stream it is of, and its place there. */
export interface EventPlace {
  readonly stream: number;
  readonly sequence: number;
}

/** @param nonce tells the streams of one process from those of another, or of an earlier one */
export function eventId(nonce: string, { stream, sequence }: EventPlace): string {
  return `${nonce}.${stream}.${sequence}`;
}

/** Undefined for what is no id of this process. */
export function readEventId(id: string, nonce: string): EventPlace | undefined {
  const [given, stream, sequence, ...more] = id.split('.');
  const isRight = given === nonce && more.length === 0 && isCount(stream) && isCount(sequence);
  return isRight ? { stream: Number(stream), sequence: Number(sequence) } : undefined;
}

function isCount(text: string | undefined): boolean {
  return text !== undefined && /^\d{1,15}$/.test(text);
}
