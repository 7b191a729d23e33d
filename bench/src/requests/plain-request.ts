import type { MeasuredRequest } from './measured-request.js';

export function get(path: string): MeasuredRequest {
  return { method: 'GET', path, headers: { accept: 'application/json' } };
}

export function post(path: string, body: object): MeasuredRequest {
  return {
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
  };
}

/** With a message so much longer that the body is as long as that of the other request. */
export function postAsLongAs(
  other: MeasuredRequest,
  path: string,
  body: { message: string; count: number },
): MeasuredRequest {
  const missing = (other.body ?? '').length - JSON.stringify(body).length;
  return post(path, { ...body, message: body.message + '.'.repeat(missing) });
}
