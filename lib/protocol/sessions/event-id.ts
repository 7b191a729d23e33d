/** The instance that began a stream, the kind of the stream, and its number there. */
export interface StreamName {
  readonly instance: string;
  /** Opened by GET, or by a request. */
  readonly kind: 'get' | 'call';
  readonly number: number;
}

/** Names an event within its session: which stream it is of, and its place there. */
export interface EventPlace extends StreamName {
  readonly sequence: number;
}

const KINDS = { g: 'get', c: 'call' } as const;

/** The name as text. It has no other dots than the one. */
export function streamText({ instance, kind, number }: StreamName): string {
  return `${instance}.${kind === 'get' ? 'g' : 'c'}${number}`;
}

export function eventId(stream: StreamName, sequence: number): string {
  return `${streamText(stream)}.${sequence}`;
}

/** Undefined for what is no id of an event. */
export function readEventId(id: string): EventPlace | undefined {
  const match = /^([\w-]{1,64})\.([gc])(\d{1,15})\.(\d{1,15})$/.exec(id);
  if (!match) {
    return undefined;
  }
  const [, instance, kind, number, sequence] = match;
  return {
    instance: instance!,
    kind: KINDS[kind as keyof typeof KINDS],
    number: Number(number),
    sequence: Number(sequence),
  };
}
