import type { MeasuredRequest } from './measured-request.js';

export function send(url: string, { path, ...request }: MeasuredRequest): Promise<Response> {
  return fetch(url + path, request);
}

/** @throws unless the status is 200 */
export async function expectOk(url: string, request: MeasuredRequest): Promise<Response> {
  const response = await send(url, request);
  if (response.status !== 200) {
    throw new Error(`${request.path} answered HTTP ${response.status}: ${await response.text()}`);
  }
  return response;
}
