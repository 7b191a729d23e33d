import { McpInputRequired } from './mcp-input-required.js';

const KEYS = new Set(['resultType', 'inputRequests', 'requestState']);

/**
 * The questions of a handler, undefined when it asked none. An interceptor may have made a plain object of them, as
 * `ClassSerializerInterceptor` does, or put them into an envelope of its own (`{ data: ... }`).
 */
export function returnedInputRequired(body: unknown): McpInputRequired | undefined {
  if (typeof body !== 'object' || body === null) {
    return undefined;
  }
  try {
    if (isInputRequired(body)) {
      return body;
    }
    return isPlainObject(body) ? Object.values(body).find(isInputRequired) : undefined;
  } catch {
    // A getter of the application fails: it will again when the body is made JSON, where that has its answer.
    return undefined;
  }
}

function isInputRequired(value: unknown): value is McpInputRequired {
  if (value instanceof McpInputRequired) {
    return true;
  }
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  const { resultType, inputRequests } = value as Partial<McpInputRequired>;
  return (
    resultType === 'input_required' &&
    typeof inputRequests === 'object' &&
    inputRequests !== null &&
    Object.keys(value).every((key) => KEYS.has(key))
  );
}

function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
