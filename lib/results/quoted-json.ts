/** Below that `JSON.stringify()` is fast enough. */
const LONG = 4096;
const SAMPLE = 1024;
/** Characters from one that has to be escaped to the next, from which on copying what is in between is faster. */
const SPARSE = 48;

/**
 * JSON text of a text that is JSON itself, as `JSON.stringify()` makes it: there is nothing to escape in it but quotes and
 * backslashes. `JSON.stringify()` looks at every character, a nanosecond each; where few have to be escaped, as in a
 * document that is sent as one string, this takes a sixth of the time.
 */
export function quotedJson(json: string): string {
  return json.length >= LONG && isSparse(json)
    ? `"${json.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
    : JSON.stringify(json);
}

function isSparse(json: string): boolean {
  const starts = [0, (json.length - SAMPLE) >> 1, json.length - SAMPLE];
  const escaped = starts.reduce((sum, start) => sum + countEscaped(json, start, start + SAMPLE), 0);
  return escaped * SPARSE < SAMPLE * starts.length;
}

function countEscaped(text: string, start: number, end: number): number {
  let count = 0;
  for (let index = start; index < end; index++) {
    const character = text[index];
    if (character === '"' || character === '\\') {
      count++;
    }
  }
  return count;
}
