import { describe, expect, it } from '@jest/globals';
import { callDigest } from '../../lib/methods/input/call-digest.js';

const parsed = (text: string) => JSON.parse(text) as unknown;

describe('the digest of arguments', () => {
  it.each([
    ['the order of keys', '{"a":1,"b":{"c":2,"d":3}}', '{"b":{"d":3,"c":2},"a":1}'],
    ['the way a number is written', '{"a":100}', '{"a":1e2}'],
    ['how characters are escaped', '{"\\u0061":"\\n"}', '{"a":"\\u000a"}'],
  ])('does not depend on %s', (_, left, right) => {
    expect(callDigest(parsed(left))).toBe(callDigest(parsed(right)));
  });

  it.each([
    ['{"a":1}', '{"a":"1"}'],
    ['{"a":null}', '{}'],
    ['{"a":[1,2]}', '{"a":[2,1]}'],
    ['{"a":[[1],2]}', '{"a":[[1,2]]}'],
    ['{"a":["b"]}', '{"a":{"0":"b"}}'],
    ['{"a":{"b":1},"c":2}', '{"a":{"b":1,"c":2}}'],
    ['{"a":",\\"b\\":1"}', '{"a":"","b":1}'],
    ['{"__proto__":{"a":1}}', '{}'],
    ['{"a":"\\ud800"}', '{"a":"\\ud801"}'],
  ])('tells %s from %s', (left, right) => {
    expect(callDigest(parsed(left))).not.toBe(callDigest(parsed(right)));
  });

  it('takes arguments of any length', () => {
    expect(callDigest(Array(500_000).fill(1))).not.toBe(callDigest(Array(500_001).fill(1)));
  });

  it('takes arguments of any depth', () => {
    const nested = (inner: string) => parsed('[{"a":'.repeat(20_000) + inner + '}]'.repeat(20_000));
    expect(callDigest(nested('1'))).toBe(callDigest(nested('1')));
    expect(callDigest(nested('1'))).not.toBe(callDigest(nested('2')));
  });
});
