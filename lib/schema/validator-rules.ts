import type { JsonSchema } from '../interfaces/index.js';
import { patternOfText, portablePattern, uuidPattern } from './portable-patterns.js';
import type { RuleSchema } from './rule-schema.js';
import { atMost, containing, degrees, except, letters, listOf, textOf, toRegExp } from './rule-schema.js';
import type { SchemaPurpose } from './type-schemas.js';
import { enumValues, schemaOfValues } from './type-schemas.js';

/** Makes a rule's schema from the values that its decorator was given. */
type RuleRow = (constraints: readonly unknown[], purpose: SchemaPurpose) => RuleSchema;

const number =
  (schema: JsonSchema = {}): RuleRow =>
  () => ({ schema: { type: 'number', ...schema } });
const array = (schema: JsonSchema = {}): RuleSchema => ({ schema: { type: 'array', ...schema } });
const string =
  (note: string, schema: JsonSchema = {}): RuleRow =>
  () => ({ schema: { type: 'string', ...schema }, note });
const pattern =
  (source: string, note?: string): RuleRow =>
  () => ({ schema: { type: 'string', pattern: source }, note });
const localised =
  (note: string): RuleRow =>
  ([locale]) => ({
    schema: { type: 'string' },
    note: typeof locale === 'string' && locale !== 'any' ? `${note} (${locale})` : note,
  });
const bound =
  (keyword: string): RuleRow =>
  ([limit]) => ({
    schema: {
      type: 'number',
      ...(typeof limit === 'number' && Number.isFinite(limit) && { [keyword]: limit }),
    },
  });
const date =
  (note: string): RuleRow =>
  ([limit]) => ({
    note: limit instanceof Date ? `${note} ${limit.toISOString()}` : note,
  });

/**
 * class-validator's rules by the name that it keeps them under, one row each. A row without keywords has a note, because
 * JSON Schema has no keyword that is not narrower: its `email` refuses unicode addresses, its `uri` refuses
 * `example.com`, its `date-time` refuses week dates, `multipleOf` refuses 0.07 of 0.01, and so on.
 */
export const VALIDATOR_RULES: Readonly<Record<string, RuleRow>> = {
  // Any value
  isDefined: () => ({}),
  equals: ([value]) => ({ schema: schemaOfValues([value]) }),
  notEquals: ([value], purpose) => except([value], purpose),
  isEmpty: (_, purpose) => ({
    schema:
      purpose === 'listed'
        ? { anyOf: [{ type: 'string', maxLength: 0 }, { type: 'null' }] }
        : { enum: ['', null] },
    note: 'must be empty',
  }),
  isNotEmpty: () => ({ ofString: { minLength: 1 } }),
  isIn: ([values]) => ({ schema: Array.isArray(values) ? schemaOfValues(values) : undefined }),
  isNotIn: ([values], purpose) => except(Array.isArray(values) ? values : [], purpose),
  // At run time a numeric enum's names pass as well.
  isEnum: ([type], purpose) => ({
    schema: schemaOfValues(purpose === 'listed' ? enumValues(type as object) : Object.values(type as object)),
  }),
  isLatitude: () => ({ schema: degrees(90), note: 'a latitude' }),
  isLongitude: () => ({ schema: degrees(180), note: 'a longitude' }),
  isLatLong: string('latitude and longitude, as 52.5,13.4'),

  // Types
  isString: () => ({ schema: { type: 'string' } }),
  isBoolean: () => ({ schema: { type: 'boolean' } }),
  isInt: number({ type: 'integer' }),
  isNumber: ([options]) => {
    const places = (options as { maxDecimalPlaces?: number } | undefined)?.maxDecimalPlaces;
    return {
      schema: { type: 'number' },
      note: places === undefined ? undefined : `at most ${places} decimal places`,
    };
  },
  isArray: () => array(),
  isObject: () => ({ schema: { type: 'object' } }),
  isNotEmptyObject: () => ({ schema: { type: 'object', minProperties: 1 } }),
  isInstance: ([type]) => ({ note: typeof type === 'function' ? `a ${type.name}` : undefined }),
  // Only a conversion makes a date of a JSON value: see `conversions.ts`.
  isDate: () => ({ note: 'a date' }),
  minDate: date('not before'),
  maxDate: date('not after'),

  // Numbers
  min: bound('minimum'),
  max: bound('maximum'),
  isPositive: number({ exclusiveMinimum: 0 }),
  isNegative: number({ exclusiveMaximum: 0 }),
  isDivisibleBy: ([divisor], purpose) => ({
    // ajv divides, and refuses multiples too large to be divided exactly.
    schema: {
      type: 'number',
      ...(purpose === 'listed' &&
        Number.isInteger(divisor) &&
        (divisor as number) > 0 && { multipleOf: divisor }),
    },
    note: Number.isInteger(divisor) ? undefined : `divisible by ${textOf(divisor)}`,
  }),

  // Arrays
  // Objects are compared by identity, so that no list from a request contains one.
  arrayContains: ([values]) => ({
    ...array(containing(values)),
    note: `contains ${listOf(values)}`,
  }),
  arrayNotContains: ([values]) => ({ ...array(), note: `does not contain ${listOf(values)}` }),
  arrayNotEmpty: () => array({ minItems: 1 }),
  arrayMinSize: ([size]) => array({ minItems: size }),
  arrayMaxSize: ([size]) => array({ maxItems: size }),
  // `uniqueItems` compares objects by what they contain, the rule compares them by identity.
  arrayUnique: () => ({ ...array(), note: 'no item twice', ofPrimitives: { uniqueItems: true } }),

  // Lengths
  minLength: ([least]) => ({ schema: { type: 'string', minLength: least } }),
  maxLength: ([most], purpose) => ({ schema: { type: 'string', ...atMost(most, purpose) } }),
  isLength: ([least, most], purpose) => ({
    schema: {
      type: 'string',
      minLength: least ?? 0,
      ...(typeof most === 'number' && atMost(most, purpose)),
    },
  }),
  isByteLength: ([least, most]) => ({
    schema: { type: 'string' },
    note: `${textOf(least)} to ${most === undefined ? 'any number of' : textOf(most)} bytes long`,
  }),

  // Strings with a pattern
  matches: ([expression, modifiers]) => {
    const regExp = toRegExp(expression, modifiers);
    const source = regExp && portablePattern(regExp);
    return {
      schema: { type: 'string', ...(source !== undefined && { pattern: source }) },
      note: source === undefined && regExp ? `matches ${String(regExp)}` : undefined,
    };
  },
  contains: ([text]) => ({
    schema: { type: 'string', ...(typeof text === 'string' && { pattern: patternOfText(text) }) },
  }),
  notContains: ([text]) => ({ schema: { type: 'string' }, note: `does not contain "${textOf(text)}"` }),
  isUuid: ([version]) => ({
    schema: { type: 'string', format: 'uuid', pattern: uuidPattern(version) },
    note: /^[1-8]$/.test(String(version)) ? `a UUID of version ${textOf(version)}` : 'a UUID',
  }),
  isMongoId: string('a MongoDB ObjectId', {
    pattern: '^(0[xXhH])?[0-9a-fA-F]+$',
    minLength: 24,
    maxLength: 24,
  }),
  isHexadecimal: pattern('^(0[xXhH])?[0-9a-fA-F]+$'),
  isOctal: pattern('^(0[oO])?[0-7]+$'),
  isHexColor: pattern(
    '^#?([0-9a-fA-F]{3}|[0-9a-fA-F]{4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$',
    'a colour, such as #1188cc',
  ),
  isMilitaryTime: pattern('^([01]\\d|2[0-3]):?([0-5]\\d)$', 'a time as HH:MM'),
  IsFirebasePushId: pattern('^[a-zA-Z0-9_-]{20}$', 'a Firebase push id'),
  isAscii: pattern('^[\\u0000-\\u007f]+$', 'ASCII characters only'),
  isBooleanString: string('a boolean as text', { enum: ['true', 'false', '1', '0'] }),
  isAlpha: ([locale]) => letters('^[a-zA-Z]+$', 'letters only', locale),
  isAlphanumeric: ([locale]) => letters('^[a-zA-Z0-9]+$', 'letters and digits only', locale),
  isNumberString: ([options]) => ({
    schema: { type: 'string', ...(options === undefined && { pattern: '^[+-]?([0-9]*[.])?[0-9]+$' }) },
    note: 'a number as text',
  }),
  isIp: ([version]) => ({
    schema: { type: 'string', ...(String(version) === '4' && { format: 'ipv4' }) },
    note: version === undefined ? 'an IP address' : `an IPv${textOf(version)} address`,
  }),

  // Strings that only the validator can tell
  isEmail: string('an email address'),
  isUrl: string('a URL'),
  isFqdn: string('a domain name'),
  isIso8601: string('an ISO 8601 date, such as 2024-05-06T07:08:09Z'),
  isDateString: string('an ISO 8601 date, such as 2024-05-06T07:08:09Z'),
  isRFC3339: string('an RFC 3339 date, such as 2024-05-06T07:08:09Z'),
  isTimeZone: string('an IANA time zone, such as Europe/Berlin'),
  isLowercase: string('in lower case'),
  isUppercase: string('in upper case'),
  isFullWidth: string('with full-width characters'),
  isHalfWidth: string('with half-width characters'),
  isVariableWidth: string('with full-width and half-width characters'),
  isMultibyte: string('with multi-byte characters'),
  isSurrogatePair: string('with characters beyond the basic plane'),
  isDecimal: string('a decimal number as text'),
  isCurrency: string('an amount of money'),
  isPort: string('a port number as text'),
  isBase32: string('encoded as base32'),
  isBase58: string('encoded as base58'),
  isBase64: string('encoded as base64'),
  isDataURI: string('a data URI'),
  isMagnetURI: string('a magnet URI'),
  isMimeType: string('a MIME type, such as image/png'),
  isJson: string('JSON as text'),
  isJwt: string('a JSON Web Token'),
  isHash: localised('a hash'),
  isMacAddress: string('a MAC address'),
  isSemVer: string('a semantic version, such as 1.2.3'),
  isStrongPassword: string('a strong password'),
  isHSL: string('a colour as hsl()'),
  isRgbColor: string('a colour as rgb()'),
  isLocale: string('a locale, such as en-GB'),
  isISO6391: string('an ISO 639-1 language code, such as en'),
  isISO31661Alpha2: string('an ISO 3166-1 country code of two letters'),
  isISO31661Alpha3: string('an ISO 3166-1 country code of three letters'),
  isISO31661Numeric: string('an ISO 3166-1 country code of three digits'),
  isISO4217CurrencyCode: string('an ISO 4217 currency code, such as EUR'),
  isPhoneNumber: localised('a phone number'),
  isMobilePhone: localised('a mobile phone number'),
  isPostalCode: localised('a postal code'),
  isPassportNumber: localised('a passport number'),
  isIdentityCard: localised('an identity card number'),
  isTaxId: localised('a tax identification number'),
  isCreditCard: string('a credit card number'),
  isIBAN: string('an IBAN'),
  isBIC: string('a BIC or SWIFT code'),
  isEAN: string('an EAN'),
  isIsbn: ([version]) => ({
    schema: { type: 'string' },
    note: version === undefined ? 'an ISBN' : `an ISBN-${textOf(version)}`,
  }),
  isIsin: string('an ISIN'),
  isISRC: string('an ISRC'),
  isISSN: string('an ISSN'),
  isBtcAddress: string('a Bitcoin address'),
  isEthereumAddress: string('an Ethereum address'),
};
