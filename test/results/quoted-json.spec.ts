import { describe, expect, it } from '@jest/globals';
import fastCheck from 'fast-check';
import { quotedJson } from '../../lib/results/quoted-json.js';

const PADDING = 'lorem ipsum dolor sit amet '.repeat(400);

describe('quotedJson()', () => {
  it('is what JSON.stringify() makes of JSON, long or short, with much to escape or little', () => {
    fastCheck.assert(
      fastCheck.property(fastCheck.jsonValue(), fastCheck.boolean(), (value, isLong) => {
        const json = JSON.stringify(isLong ? [PADDING, value, PADDING] : value);
        expect(quotedJson(json)).toBe(JSON.stringify(json));
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['quotes', '"'.repeat(9)],
    ['backslashes', '\\'.repeat(9)],
    ['control characters', '\n\t\u0000\u001f'],
    ['half a surrogate pair', '\ud83d'],
    ['line separators', '\u2028\u2029'],
    ['text in other scripts', 'Größe 日本 😀'],
  ])('of a long text with %s', (_, text) => {
    for (const value of [PADDING + text, text + PADDING, PADDING + text + PADDING]) {
      const json = JSON.stringify({ value });
      expect(quotedJson(json)).toBe(JSON.stringify(json));
      expect(JSON.parse(JSON.parse(quotedJson(json)) as string)).toEqual({ value });
    }
  });
});
