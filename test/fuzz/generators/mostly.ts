import fc from 'fast-check';
import { jsonValues, texts } from './json-values.js';

/** A valid value most of the time, and else one that resembles it, or anything. */
export function mostly(
  valid: fc.Arbitrary<unknown>,
  near: fc.Arbitrary<unknown> = texts,
): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 30, arbitrary: valid },
    { weight: 2, arbitrary: near },
    { weight: 1, arbitrary: jsonValues },
  );
}
