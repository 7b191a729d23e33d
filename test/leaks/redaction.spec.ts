import { describe, expect, it } from '@jest/globals';
import { redact, requestCredentials } from '../../lib/credentials/index.js';

describe('a text for the log', () => {
  it.each([
    ['Authorization: Bearer abc.def', 'Authorization: [redacted]'],
    ['{"authorization":"Bearer abc","x":1}', '{"authorization":[redacted],"x":1}'],
    ["{ cookie: 'a=b; sid=c', x: 1 }", '{ cookie: [redacted], x: 1 }'],
    ['set-cookie: sid=1; HttpOnly\nnext', 'set-cookie: [redacted]\nnext'],
    ["'x-api-key': [ 'k1' ]", "'x-api-key': [redacted] ]"],
    ['sent Bearer 0a1b2c3d twice', 'sent Bearer [redacted] twice'],
    ['sent Basic a2F0ZTpzZWNyZXQ= once', 'sent Basic [redacted] once'],
    ['Basic authentication failed', 'Basic authentication failed'],
    ['eyJhbGciOiJub25lIn0.eyJzdWIiOiJrIn0. is no token', '[redacted] is no token'],
    ['connect to postgres://app:pw@db:5432/shop', 'connect to postgres://[redacted]@db:5432/shop'],
    ['see https://example.com:8080/a@b', 'see https://example.com:8080/a@b'],
    ['/callback?access_token=abc&state=1', '/callback?access_token=[redacted]&state=1'],
    ['password: "two words", user', 'password: [redacted], user'],
    ['select * from "users" where "id" = 1 - no such table: users', '[SQL] - no such table: users'],
    [
      'INSERT INTO users (a,\n b)\n VALUES (1)\n    at Query.run (/app/q.js:1:1)',
      '[SQL]\n    at Query.run (/app/q.js:1:1)',
    ],
    ['UPDATE "users" SET a = 1', '[SQL]'],
    ['delete from users where 1', '[SQL]'],
    ['Select an entry from the list', 'Select an entry from the list'],
    ['no such order: 5', 'no such order: 5'],
  ])('%j becomes %j', (text, expected) => {
    expect(redact(text)).toBe(expected);
  });

  it('has nothing of the credentials that the request brought, in any form', () => {
    const credentials = requestCredentials({
      headers: {
        authorization: `Basic ${Buffer.from('kate:open:sesame').toString('base64')}`,
        cookie: 'a=first%20value; b=second-value',
        'x-auth-token': ['third-value'],
        accept: 'application/json',
      },
    });
    const text = [
      'open:sesame',
      'first value',
      'first%20value',
      'second-value',
      'third-value',
      'application/json',
    ];
    expect(redact(text.join(' '), credentials)).toBe(`${'[redacted] '.repeat(5)}application/json`);
  });

  it('is made when the headers are out of reach', () => {
    const request = {
      get headers(): never {
        throw new Error('gone');
      },
    };
    expect(requestCredentials(request)).toEqual([]);
    expect(requestCredentials(undefined)).toEqual([]);
    expect(requestCredentials({ headers: null })).toEqual([]);
  });
});
