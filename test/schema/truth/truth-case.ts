import type { ValidationPipeOptions } from '@nestjs/common';
import * as fc from 'fast-check';

export type Body = Readonly<Record<string, unknown>>;
export type DtoClass = abstract new (...args: never[]) => object;

/** A class, behind a pipe with some options, and the bodies that it is tried with. */
export interface TruthCase {
  readonly name: string;
  readonly dto: DtoClass;
  readonly options?: ValidationPipeOptions;
  readonly bodies: readonly Body[];
  /** Rules see values after they were converted, so that the schema cannot say all of what they refuse. */
  readonly isConverted?: boolean;
}

/** What a property may be tried with, besides what is right for it. */
export const ODD_VALUES: readonly unknown[] = [
  null,
  0,
  1,
  -1,
  5,
  7,
  1.5,
  0.07,
  1.15,
  1e21,
  true,
  false,
  '',
  ' ',
  'a',
  'A',
  'abc',
  'red',
  'Mid',
  '5',
  '7',
  'true',
  'é',
  '😀',
  '2024-05-06',
  [],
  [[]],
  ['a'],
  ['a', 'a'],
  ['a', 'b'],
  [null],
  [1],
  [1, 2, 3],
  [{ a: 1 }, { a: 1 }],
  {},
  { a: 1 },
  { a: null },
];

const RUNS = 10;

/** The same values in every run: a failure can be repeated. */
const SEED = 20261130;

/** Bodies by hand and by fast-check: each property absent, right, odd, or any JSON at all. */
export function bodiesOf(right: Readonly<Record<string, readonly unknown[]>>, runs = RUNS): Body[] {
  const names = Object.keys(right);
  const byHand = names.flatMap((name) =>
    [...right[name]!, ...ODD_VALUES].map((value) => ({ ...firstOf(right, name), [name]: value })),
  );
  const withoutOne = names.map((name) => firstOf(right, name));
  const any = fc.record(
    Object.fromEntries(
      names.map((name) => [
        name,
        fc.oneof(
          { arbitrary: fc.constantFrom(...(right[name]!.length > 0 ? right[name]! : [null])), weight: 3 },
          { arbitrary: fc.constantFrom(...ODD_VALUES), weight: 1 },
          { arbitrary: fc.jsonValue({ maxDepth: 2 }), weight: 1 },
          { arbitrary: fc.string({ unit: 'binary' }), weight: 1 },
        ),
      ]),
    ),
    { requiredKeys: [] },
  );
  const generated = fc.sample(any, { seed: SEED, numRuns: runs * names.length }) as Body[];
  return [{}, ...withoutOne, ...byHand, ...generated].map(asJson);
}

/** A right value for every other property. */
function firstOf(right: Readonly<Record<string, readonly unknown[]>>, except: string): Body {
  return Object.fromEntries(
    Object.entries(right)
      .filter(([name, values]) => name !== except && values.length > 0)
      .map(([name, values]) => [name, values[0]]),
  );
}

function asJson(body: Body): Body {
  return JSON.parse(JSON.stringify(body)) as Body;
}
