import { STATUS_CODES } from 'node:http';

/** Text for a response without a body; a model should see that nothing went missing. */
export function statusLine(status: number): string {
  const reason = STATUS_CODES[status];
  const line = reason === undefined ? `HTTP ${status}` : `HTTP ${status} ${reason}`;
  return status < 300 ? `Done (${line}).` : line;
}

export function redirectLine(status: number, location: string): string {
  return `Redirect (${status}) to ${location}`;
}
