export type AnswerFormat = 'json' | 'event-stream';

const JSON_RANGES = ['application/json', 'application/*', '*/*'];
const EVENT_STREAM_RANGES = ['text/event-stream', 'text/*', '*/*'];

/** How to answer a client with this `Accept` header, JSON where it has the choice; undefined when it takes neither. */
export function answerFormat(accept: string | undefined): AnswerFormat | undefined {
  if (
    accept === undefined ||
    accept === '' ||
    accept === 'application/json, text/event-stream' ||
    accept === 'application/json' ||
    accept === '*/*'
  ) {
    return 'json';
  }
  const entries = accept.toLowerCase().split(',');
  if (isAccepted(entries, JSON_RANGES)) return 'json';
  return isAccepted(entries, EVENT_STREAM_RANGES) ? 'event-stream' : undefined;
}

/** Whether a client takes an event stream as well as JSON. One that names no type, or any, may not know what to do with it. */
export function takesEventStream(accept: string | undefined): boolean {
  return (
    accept === 'application/json, text/event-stream' ||
    (accept !== undefined && isAccepted(accept.toLowerCase().split(','), ['text/event-stream', 'text/*']))
  );
}

/** `ranges` from the most to the least specific: the first that the client names decides. */
function isAccepted(entries: readonly string[], ranges: readonly string[]): boolean {
  for (const range of ranges) {
    const entry = entries.find((candidate) => mediaRange(candidate) === range);
    if (entry !== undefined) return !isRefused(entry);
  }
  return false;
}

function mediaRange(entry: string): string {
  const end = entry.indexOf(';');
  return (end === -1 ? entry : entry.slice(0, end)).trim();
}

/** `q=0` means "not this one". */
function isRefused(entry: string): boolean {
  return entry
    .split(';')
    .slice(1)
    .some((parameter) => {
      const [name, weight] = parameter.split('=', 2);
      return name?.trim() === 'q' && weight?.trim() !== '' && Number(weight) === 0;
    });
}
