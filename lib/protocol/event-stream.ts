/** A proxy that buffers or recompresses would hold the events back. */
export const EVENT_STREAM_HEADERS = Object.freeze({
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
});

/** One server-sent event with one JSON-RPC message. */
export function eventText(json: string, id?: string): string {
  return `event: message\n${id === undefined ? '' : `id: ${id}\n`}data: ${oneLine(json)}\n\n`;
}

/** Clients read `data:` lines one by one. A line break in JSON text is whitespace, never part of a value. */
function oneLine(json: string): string {
  return json.includes('\n') || json.includes('\r') ? json.replaceAll('\n', ' ').replaceAll('\r', ' ') : json;
}
