import type { Era } from './era.js';
import type { RequestId } from './json-rpc.js';
import { SerializedResult } from './method.js';
import type { MethodResult } from './method.js';
import { PreparedResult } from './prepared-result.js';
import type { ProtocolError } from './protocol-error.js';

/** The result response as JSON text. Throws when the result cannot be serialized. */
export function resultResponse(id: RequestId, result: MethodResult, era: Era): string {
  return `{"jsonrpc":"2.0","id":${idText(id)},"result":${resultText(result, era)}}`;
}

/** The error response as JSON text; without `id` when it could not be read (`null` is no valid id in any version). */
export function errorResponse(id: RequestId | undefined, error: ProtocolError): string {
  const idPart = id === undefined ? '' : `"id":${idText(id)},`;
  const data = error.data === undefined ? undefined : JSON.stringify(error.data);
  const dataPart = data === undefined ? '' : `,"data":${data}`;
  return `{"jsonrpc":"2.0",${idPart}"error":{"code":${error.code},"message":${JSON.stringify(error.message)}${dataPart}}}`;
}

/** The same in bytes, for results of which these are made in advance. */
export function preparedResponse(id: RequestId, result: MethodResult): Uint8Array | undefined {
  return result instanceof PreparedResult ? result.response(id, idText(id)) : undefined;
}

function idText(id: RequestId): string {
  return typeof id === 'number' ? String(id) : JSON.stringify(id);
}

function resultText(result: MethodResult, era: Era): string {
  if (result instanceof SerializedResult) return result.json;
  const json = JSON.stringify(result) as string | undefined;
  if (json === undefined || !json.startsWith('{')) {
    throw new TypeError('The result of a method must be an object');
  }
  if (era === 'legacy' || result['resultType'] !== undefined) return json;
  return json === '{}' ? '{"resultType":"complete"}' : `{"resultType":"complete",${json.slice(1)}`;
}
