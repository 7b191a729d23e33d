/** Values that a pipe takes and a listed schema refuses, on purpose. `prepare()` takes them all. */
export interface Narrowing {
  readonly reason: string;
  /** Case and property. */
  readonly at: readonly string[];
  readonly holds?: (value: unknown) => boolean;
}

export const NARROWER: readonly Narrowing[] = [
  {
    reason:
      'A numeric enum is {type:"integer",enum:[0,5]} (demands.md 1): a model sends the value, not the name that TypeScript maps back from it.',
    at: ['isEnum.v', 'lists.level'],
    holds: (value) => value === 'Mid' || value === 'No',
  },
  {
    reason:
      'MaxLength(n) is {maxLength:n} (issue B, 1): only JSON Schema counts variation selectors, which a model cannot be told.',
    at: ['maxLength.v', 'isLength.v'],
    holds: (value) => typeof value === 'string' && /[\ufe0e\ufe0f]/.test(value),
  },
  {
    reason: 'The schema is right, ajv is not: it cannot divide numbers that it writes with an exponent.',
    at: ['isDivisibleBy.v'],
    holds: (value) => typeof value === 'number' && value >= 1e21,
  },
  {
    reason:
      'Nested validation walks through lists of lists to any depth: a schema that said so would never end.',
    at: [
      'nested.many',
      'nested, whitelisted.many',
      'nested, strict.many',
      'recursive.children',
      'maps and sets.places',
    ],
    holds: (value) => Array.isArray(value) && value.some((item) => Array.isArray(item)),
  },
  {
    reason:
      'The constraints of a @ValidateIf() property are kept, and its condition described (demands.md 5).',
    at: ['conditional.reason', 'custom.some'],
  },
  {
    reason:
      'No rule that runs says anything of the type: the schema shows what TypeScript or swagger declares (issue B, 5), which the handler is written for.',
    at: [
      'groups.version',
      'groups.note',
      'groups, strict.name',
      'groups, strict.version',
      'declared.name',
      'declared.size',
      'declared.documented',
      'nested, untyped.one',
    ],
  },
];

const ALGORITHM = 'only the validator can tell: no keyword is as wide as the rule';
const NULL = 'alone, the rule says nothing of the type; the description tells it';
const CHECKED_ELSEWHERE = 'a keyword would be narrower for some values that the rule takes';

/** Rules that may refuse a value which the listed schema takes, and why. */
export const WIDER: Readonly<Record<string, string>> = {
  equals: 'objects are compared by identity',
  isIn: 'objects are compared by identity',
  arrayContains: 'objects are compared by identity',
  isInstance: 'no JSON value is an instance',
  isDate: 'without @Type() no JSON value is a date; what becomes one is decided by Date',
  minDate: 'dates are compared after they are made',
  maxDate: 'dates are compared after they are made',
  isDefined: NULL,
  isNotEmpty: NULL,
  notEquals: 'described: `not` is no keyword that clients share',
  isNotIn: 'described: `not` is no keyword that clients share',
  arrayNotContains: 'described: `not` is no keyword that clients share',
  notContains: 'described: `not` is no keyword that clients share',
  arrayUnique: '`uniqueItems` compares objects by content',
  isNotEmptyObject: 'properties that are null do not count',
  minLength: 'only JSON Schema counts variation selectors',
  isLength: 'only JSON Schema counts variation selectors',
  isByteLength: 'JSON Schema counts characters',
  isDivisibleBy: '`multipleOf` is exact, floating-point numbers are not',
  isNumber: '`multipleOf: 0.01` refuses 1.15',
  matches: 'flags, and patterns that are not portable, stay in the pipe',
  isUuid: CHECKED_ELSEWHERE,
  isIp: CHECKED_ELSEWHERE,
  isLatitude: 'digits of a text',
  isLongitude: 'digits of a text',
  isAlpha: 'the letters of a locale',
  isNumberString: 'options of the rule',
  isEven: 'a rule of the application',
  whitelistValidation: 'inside a form that is shown in outline: a list for an object',
  nestedValidation: 'inside a form that is shown in outline: a list for an object',
  'status 500': 'class-transformer fails on it',
  ...Object.fromEntries(
    [
      'isBIC',
      'isBase32',
      'isBase58',
      'isBase64',
      'isBtcAddress',
      'isCreditCard',
      'isCurrency',
      'isDataURI',
      'isDateString',
      'isDecimal',
      'isEAN',
      'isEmail',
      'isEthereumAddress',
      'isFqdn',
      'isFullWidth',
      'isHSL',
      'isHalfWidth',
      'isHash',
      'isIBAN',
      'isISO31661Alpha2',
      'isISO31661Alpha3',
      'isISO31661Numeric',
      'isISO4217CurrencyCode',
      'isISO6391',
      'isISRC',
      'isISSN',
      'isIdentityCard',
      'isIsbn',
      'isIsin',
      'isIso8601',
      'isJson',
      'isJwt',
      'isLatLong',
      'isLocale',
      'isLowercase',
      'isMacAddress',
      'isMagnetURI',
      'isMimeType',
      'isMobilePhone',
      'isMultibyte',
      'isPassportNumber',
      'isPhoneNumber',
      'isPort',
      'isPostalCode',
      'isRFC3339',
      'isRgbColor',
      'isSemVer',
      'isStrongPassword',
      'isSurrogatePair',
      'isTaxId',
      'isTimeZone',
      'isUppercase',
      'isUrl',
      'isVariableWidth',
    ].map((rule) => [rule, ALGORITHM]),
  ),
};

/** Cases in which further rules may refuse what the schema takes, and why. */
export const WIDER_IN: Readonly<Record<string, readonly [rules: readonly string[], reason: string]>> = {
  custom: [['isInt'], 'the rule has a condition of its own'],
  conditional: [['isString'], 'the condition is another property of the request'],
  nested: [['isString', 'isInt'], 'inside a form that is shown in outline: a list for an object'],
  'nested, whitelisted': [
    ['isString', 'isInt'],
    'inside a form that is shown in outline: a list for an object',
  ],
  discriminated: [['isString', 'isInt'], 'inside a form that is shown in outline: a list for an object'],
  'discriminated, whitelisted': [
    ['isString', 'isInt'],
    'inside a form that is shown in outline: a list for an object',
  ],
  recursive: [['isString'], 'inside a form that is shown in outline: an object for a list'],
};
