import 'reflect-metadata';
import * as classValidator from 'class-validator';
import { readValidationRules } from '../../lib/schema/validation-storage.js';
import { nameOf } from '../../lib/schema/validation-rule.js';
import { VALIDATOR_RULES } from '../../lib/schema/validator-rules.js';
import { ValidatedBody } from './class-schema.fixture.js';

type DecoratorFactory = (...args: unknown[]) => unknown;

/** Decorators that say how other rules apply: what becomes of each is shown by the tests below. */
const WITHOUT_ROW = [
  'Allow',
  'IsOptional',
  'Validate',
  'ValidateBy',
  'ValidateIf',
  'ValidateNested',
  'ValidatePromise',
  'ValidatorConstraint',
];

/** What decorators need to be made at all. */
const ARGUMENTS: Readonly<Record<string, readonly unknown[]>> = {
  Matches: [/a/],
  IsEnum: [{ A: 'a' }],
  IsIn: [['a']],
  IsNotIn: [['a']],
  IsInstance: [Date],
  IsHash: ['md5'],
  MinDate: [new Date(0)],
  MaxDate: [new Date(0)],
};

const DECORATORS = Object.entries(classValidator).filter(
  ([name, value]) => typeof value === 'function' && /^[A-Z]/.test(name) && !isClass(value),
) as [string, DecoratorFactory][];

test('the package exports the decorators that the table knows', () => {
  expect(DECORATORS.length).toBeGreaterThan(100);
  expect(DECORATORS.map(([name]) => name)).toEqual(expect.arrayContaining(WITHOUT_ROW));
});

test.each(DECORATORS.filter(([name]) => !WITHOUT_ROW.includes(name)))('@%s() has a row', (name, factory) => {
  class Dto {}
  const decorate = factory(...(ARGUMENTS[name] ?? [])) as PropertyDecorator;
  decorate(Dto.prototype, 'v');
  const [rule] = readValidationRules(Dto);
  expect(Object.keys(VALIDATOR_RULES)).toContain(nameOf(rule!));
});

describe('decorators without a row', () => {
  const {
    Allow,
    IsInt,
    IsOptional,
    IsString,
    Validate,
    ValidateBy,
    ValidateIf,
    ValidateNested,
    ValidatePromise,
  } = classValidator;

  test('decide whether rules hold, or leave everything to the declared type', () => {
    class Dto {
      @Allow() allowed!: number;
      @IsOptional() @IsString() optional?: string;
      @ValidateIf(() => false) @IsString() conditional!: string;
      @ValidateNested() nested!: object;
      @ValidatePromise() @IsInt() promised!: number;
    }
    const { properties, required } = new ValidatedBody(Dto);
    expect(properties).toEqual({
      allowed: { type: 'number' },
      optional: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      conditional: { type: 'string', description: 'Checked under a condition only' },
      nested: { anyOf: [{ type: 'object' }, { type: 'array', items: {} }] },
      promised: { type: 'integer' },
    });
    expect(required).toEqual(['promised']);
  });

  test('that the application writes put their message into the description', () => {
    @classValidator.ValidatorConstraint({ name: 'short' })
    class Short {
      validate() {
        return true;
      }
      defaultMessage() {
        return '$property must be short';
      }
    }
    class Dto {
      @Validate(Short) short!: string;
      @ValidateBy({
        name: 'odd',
        validator: { validate: () => true, defaultMessage: () => '$property must be odd' },
      })
      odd!: number;
      @ValidateBy({ name: 'silent', validator: { validate: () => true } }) silent!: string;
    }
    expect(new ValidatedBody(Dto).properties).toEqual({
      short: { type: 'string', description: 'Must be short' },
      odd: { type: 'number', description: 'Must be odd' },
      silent: { type: 'string' },
    });
  });
});

function isClass(value: unknown): boolean {
  return /^class /.test(String(value));
}
