import { describe, expect, it } from '@jest/globals';
import { answerToTransportError } from '../../lib/protocol/index.js';

const read = (error: unknown) => {
  const answer = answerToTransportError(error);
  expect(answer.headers).toEqual({ 'content-type': 'application/json' });
  const message = JSON.parse(String(answer.body)) as {
    jsonrpc: string;
    id?: unknown;
    error: { code: number };
  };
  expect(message.jsonrpc).toBe('2.0');
  expect(message).not.toHaveProperty('id');
  return [answer.status, message.error.code];
};

const failure = (fields: Record<string, unknown>, Base: ErrorConstructor = Error) =>
  Object.assign(new Base('Unexpected token s in secret-token'), fields);

describe('an error before the message could be read', () => {
  it.each([
    ['Fastify: malformed JSON', { statusCode: 400, code: 'FST_ERR_CTP_INVALID_JSON_BODY' }, 400, -32700],
    ['Fastify: empty body', { statusCode: 400, code: 'FST_ERR_CTP_EMPTY_JSON_BODY' }, 400, -32700],
    ['Fastify: wrong length', { statusCode: 400, code: 'FST_ERR_CTP_INVALID_CONTENT_LENGTH' }, 400, -32600],
    ['Fastify: too large', { statusCode: 413, code: 'FST_ERR_CTP_BODY_TOO_LARGE' }, 413, -32600],
    ['Fastify: media type', { statusCode: 415, code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE' }, 415, -32600],
    ['Express: malformed JSON', { status: 400, type: 'entity.parse.failed' }, 400, -32700],
    ['Express: too large', { status: 413, type: 'entity.too.large' }, 413, -32600],
    ['Express: charset', { status: 415, type: 'charset.unsupported' }, 415, -32600],
    ['Express: encoding', { status: 415, type: 'encoding.unsupported' }, 415, -32600],
    ['Express: aborted', { status: 400, type: 'request.aborted' }, 400, -32600],
    ['a rate limiter', { statusCode: 429 }, 429, -32600],
    ['a status without a name', { statusCode: 499 }, 499, -32600],
    ['an overloaded server', { statusCode: 503 }, 503, -32603],
    ['no status', {}, 500, -32603],
    ['a status that is no error', { statusCode: 302 }, 500, -32603],
    ['a status that is no number', { statusCode: '413' }, 500, -32603],
    ['a status out of range', { statusCode: 999 }, 500, -32603],
  ])('%s', (_, fields, status, code) => {
    expect(read(failure(fields))).toEqual([status, code]);
    expect(answerToTransportError(failure(fields)).body).not.toContain('secret-token');
  });

  it('a SyntaxError with 400 is malformed JSON: Fastify on a __proto__ key', () => {
    expect(read(failure({ statusCode: 400 }, SyntaxError))).toEqual([400, -32700]);
  });

  it('a SyntaxError of the server itself is not', () => {
    expect(read(new SyntaxError('secret'))).toEqual([500, -32603]);
  });

  it.each([[undefined], [null], ['boom'], [42], [Symbol('x')]])('%p thrown is 500 / -32603', (thrown) => {
    expect(read(thrown)).toEqual([500, -32603]);
  });
});
