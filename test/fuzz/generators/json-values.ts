import fc from 'fast-check';

/** Texts that something on the way might take for something else. */
const HARD_TEXTS = [
  '',
  ' ',
  '\0',
  '\r\nx-injected: 1',
  '\ud800',
  '\udfff\ud800',
  'e\u0301',
  '\u00e9',
  '\u202e',
  '\ufeff',
  '../../etc/passwd',
  '..%2f..%2f',
  '%',
  '%00',
  '%ff',
  '__proto__',
  'constructor',
  'toString',
  '=?base64?Zm9v?=',
  '=?base64?*?=',
  '{id}',
  '$ref',
  'null',
  '1e400',
  '-0',
  'x'.repeat(70_000),
];

/** Also keys, which makes names meet that mean something in JavaScript or in the protocol. */
const KEYS = [
  '__proto__',
  'constructor',
  'prototype',
  'toJSON',
  'then',
  'id',
  'name',
  'arguments',
  '_meta',
  'uri',
  'body',
  'length',
  '\ud800',
  '',
];

export const texts = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
  { weight: 3, arbitrary: fc.constantFrom(...HARD_TEXTS) },
  { weight: 1, arbitrary: fc.string({ maxLength: 30 }) },
);

const numbers = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, -0, -1, 1e308, 2 ** 53, 2 ** 53 + 2, -(2 ** 63), 5e-324),
);

const scalars = fc.oneof(texts, numbers, fc.boolean(), fc.constant(null));

const keys = fc.oneof({ weight: 1, arbitrary: fc.constantFrom(...KEYS) }, { weight: 1, arbitrary: texts });

/** Own properties of any name, `__proto__` included. */
export function objectsOf(values: fc.Arbitrary<unknown>, maxKeys = 4): fc.Arbitrary<object> {
  return fc
    .array(fc.tuple(keys, values), { maxLength: maxKeys })
    .map((entries) => entries.reduce<object>((made, [key, value]) => withOwn(made, key, value), {}));
}

export function withOwn(object: object, key: string, value: unknown): object {
  return Object.defineProperty(object, key, {
    value,
    enumerable: true,
    writable: true,
    configurable: true,
  });
}

/** A value nested as deep as parsers of bodies let pass. */
const deep = fc
  .tuple(fc.integer({ min: 50, max: 4_000 }), fc.constantFrom('array', 'object', '__proto__'))
  .map(([depth, kind]) => {
    let value: unknown = 1;
    for (let level = 0; level < depth; level++) {
      value = kind === 'array' ? [value] : withOwn({}, kind === 'object' ? 'a' : kind, value);
    }
    return value;
  });

const wide = fc
  .integer({ min: 100, max: 5_000 })
  .map((length) => Array.from({ length }, (_, index) => index));

/** Any JSON value. */
export const jsonValues: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 12, arbitrary: scalars },
  { weight: 4, arbitrary: fc.letrec(tied).value },
  { weight: 1, arbitrary: deep },
  { weight: 1, arbitrary: wide },
);

function tied(tie: fc.LetrecLooselyTypedTie) {
  const item = fc.oneof({ depthSize: 'small' }, scalars, tie('value'));
  return {
    value: fc.oneof({ depthSize: 'small' }, fc.array(item, { maxLength: 4 }), objectsOf(item)),
  };
}
