import type { PipeTransform } from '@nestjs/common';
import { ValidationPipe } from '@nestjs/common';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { IsOptional } from 'class-validator';
import { buildInputPlan } from '../../lib/schema/index.js';
import { VALIDATOR_RULES } from '../../lib/schema/validator-rules.js';
import { POLICY } from './route-input.fixture.js';
import { COMMON_VALUES, RULE_CASES } from './validator-rules.fixture.js';

const ajv = new Ajv2020({ strict: true, allErrors: true });
(addFormats as unknown as (ajv: Ajv2020) => void)(ajv);

/** What a listed schema refuses although the pipe takes it, on purpose: rule and value. */
const LISTED_NARROWER = [
  // A model should send the value, not the name that TypeScript maps back from it.
  'isEnum "Mid"',
  'isEnum "No"',
  // JSON Schema counts variation selectors.
  'maxLength "❤️❤️"',
  'maxLength "👍️👍️"',
  'isLength "❤️❤️"',
  // ajv cannot divide numbers of this size.
  'isDivisibleBy 1e+22',
];

function dtoWith(decorators: readonly PropertyDecorator[]): NewableFunction {
  class Dto {
    v: unknown;
  }
  for (const decorate of decorators) {
    decorate(Dto.prototype, 'v');
  }
  return Dto;
}

function planOfBody(type: NewableFunction, pipe: PipeTransform) {
  return buildInputPlan(
    {
      label: 'Test.create',
      verb: 'POST',
      pathParameters: [],
      parameters: [{ source: 'body', index: 0, type, pipes: [pipe] }],
    },
    POLICY,
  );
}

async function passes(pipe: ValidationPipe, type: NewableFunction, body: object): Promise<boolean> {
  try {
    await pipe.transform(JSON.parse(JSON.stringify(body)), { type: 'body', metatype: type as never });
    return true;
  } catch {
    return false;
  }
}

type Body = Readonly<Record<string, unknown>>;

function nameCase(rule: string, { v }: Body): string {
  return `${rule} ${typeof v === 'number' ? v : JSON.stringify(v)}`;
}

function bodiesFor(values: readonly unknown[] = []): Body[] {
  return [{}, ...[...COMMON_VALUES, ...values].map((v) => ({ v }))];
}

test('every rule of class-validator has a row', () => {
  expect(new Set(RULE_CASES.map(({ rule }) => rule))).toEqual(new Set(Object.keys(VALIDATOR_RULES)));
});

test.each(RULE_CASES)(
  '$rule: no value that the pipe takes is refused',
  async ({ rule, decorators, values }) => {
    const pipe = new ValidationPipe();
    const type = dtoWith(decorators);
    const plan = planOfBody(type, pipe);
    expect(ajv.validateSchema(plan.inputSchema)).toBe(true);
    const validate = ajv.compile(plan.inputSchema);
    for (const body of bodiesFor(values)) {
      if (await passes(pipe, type, body)) {
        expect({ body, problems: plan.prepare(body).problems }).toEqual({ body, problems: undefined });
        const isListed = validate(body);
        expect({ body, isListed }).toEqual({
          body,
          isListed: !LISTED_NARROWER.includes(nameCase(rule, body)),
        });
      }
    }
  },
);

test.each(RULE_CASES)('$rule: @IsOptional() takes null and absence', async ({ decorators }) => {
  const type = dtoWith([...decorators, IsOptional()]);
  const validate = ajv.compile(planOfBody(type, new ValidationPipe()).inputSchema);
  expect(await passes(new ValidationPipe(), type, { v: null })).toBe(true);
  expect([validate({}), validate({ v: null })]).toEqual([true, true]);
});

test('a value is required exactly when the pipe refuses its absence', async () => {
  const pipe = new ValidationPipe();
  for (const { rule, decorators } of RULE_CASES) {
    const type = dtoWith(decorators);
    const isRequired = planOfBody(type, pipe).inputSchema.required?.includes('v') ?? false;
    expect([rule, isRequired]).toEqual([rule, !(await passes(pipe, type, {}))]);
  }
});

test('what the schema takes and the pipe refuses is what keywords cannot say', async () => {
  const pipe = new ValidationPipe();
  const lax = new Set<string>();
  for (const { rule, decorators, values } of RULE_CASES) {
    const type = dtoWith(decorators);
    const validate = ajv.compile(planOfBody(type, pipe).inputSchema);
    for (const body of bodiesFor(values)) {
      if (validate(body) && !(await passes(pipe, type, body))) {
        lax.add(rule);
      }
    }
  }
  expect([...lax].sort()).toMatchInlineSnapshot(`
   [
     "arrayNotContains",
     "arrayUnique",
     "equals",
     "isAlpha",
     "isBIC",
     "isBase32",
     "isBase58",
     "isBase64",
     "isBtcAddress",
     "isByteLength",
     "isCreditCard",
     "isCurrency",
     "isDataURI",
     "isDate",
     "isDateString",
     "isDecimal",
     "isDefined",
     "isDivisibleBy",
     "isEAN",
     "isEmail",
     "isEthereumAddress",
     "isFqdn",
     "isFullWidth",
     "isHSL",
     "isHalfWidth",
     "isHash",
     "isIBAN",
     "isISO31661Alpha2",
     "isISO31661Alpha3",
     "isISO31661Numeric",
     "isISO4217CurrencyCode",
     "isISO6391",
     "isISRC",
     "isISSN",
     "isIdentityCard",
     "isIn",
     "isInstance",
     "isIp",
     "isIsbn",
     "isIsin",
     "isIso8601",
     "isJson",
     "isJwt",
     "isLatLong",
     "isLatitude",
     "isLocale",
     "isLongitude",
     "isLowercase",
     "isMacAddress",
     "isMagnetURI",
     "isMimeType",
     "isMobilePhone",
     "isMultibyte",
     "isNotEmpty",
     "isNotEmptyObject",
     "isNotIn",
     "isNumber",
     "isNumberString",
     "isPassportNumber",
     "isPhoneNumber",
     "isPort",
     "isPostalCode",
     "isRFC3339",
     "isRgbColor",
     "isSemVer",
     "isStrongPassword",
     "isSurrogatePair",
     "isTaxId",
     "isTimeZone",
     "isUppercase",
     "isUrl",
     "isVariableWidth",
     "matches",
     "maxDate",
     "minDate",
     "minLength",
     "notContains",
     "notEquals",
   ]
  `);
});
