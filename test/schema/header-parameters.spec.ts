import type { JsonSchema } from '../../lib/interfaces/index.js';
import { buildInputPlan } from '../../lib/schema/index.js';
import { POLICY } from './route-input.fixture.js';

const HEADER: JsonSchema = { type: 'string', 'x-mcp-header': 'Shop' };

function headersOf(schema: JsonSchema) {
  const explicitSchema = { type: 'object', ...schema };
  return buildInputPlan(
    { label: 'Shops.find', verb: 'GET', pathParameters: [], parameters: [], explicitSchema },
    POLICY,
  ).headerParameters;
}

describe('x-mcp-header in a schema of the application', () => {
  test('is found on every property that is reached through properties alone', () => {
    const properties = {
      shop: HEADER,
      deep: { type: 'object', properties: { er: { type: 'integer', 'x-mcp-header': 'Deep-Er' } } },
      wanted: { type: 'boolean', 'x-mcp-header': 'Wanted' },
    };
    expect(headersOf({ properties })).toEqual([
      { header: 'Shop', path: ['shop'], type: 'string' },
      { header: 'Deep-Er', path: ['deep', 'er'], type: 'integer' },
      { header: 'Wanted', path: ['wanted'], type: 'boolean' },
    ]);
  });

  test('is data in an example, a default or a choice of values', () => {
    const data = { 'x-mcp-header': 'Shop' };
    expect(
      headersOf({ properties: { a: { type: 'object', default: data, examples: [data], enum: [data] } } }),
    ).toEqual([]);
  });

  test.each<[string, JsonSchema]>([
    ['in a list', { properties: { shops: { type: 'array', items: HEADER } } }],
    [
      'in the objects of a list',
      { properties: { shops: { type: 'array', items: { properties: { shop: HEADER } } } } },
    ],
    ['in a choice', { properties: { shop: { anyOf: [HEADER, { type: 'null' }] } } }],
    ['in one of several', { properties: { shop: { oneOf: [HEADER] } } }],
    ['in all of several', { allOf: [{ properties: { shop: HEADER } }] }],
    ['behind a reference', { properties: { shop: { $ref: '#/$defs/Shop' } }, $defs: { Shop: HEADER } }],
    ['of further properties', { additionalProperties: HEADER }],
    ['of a pattern of properties', { patternProperties: { '^s': HEADER } }],
    ['under a condition', { if: { properties: { shop: HEADER } } }],
    ['at the root', { 'x-mcp-header': 'Shop' }],
  ])('%s stops the boot', (_, schema) => {
    expect(() => headersOf(schema)).toThrow(/Shops\.find: the header "Shop" of .* must be on a property/);
  });

  test.each<[string, JsonSchema]>([
    ['a number', { type: 'number' }],
    ['an object', { type: 'object' }],
    ['a list', { type: 'array', items: {} }],
    ['null', { type: 'null' }],
    ['one of several types', { type: ['string', 'null'] }],
    ['of no type', {}],
  ])('on %s stops the boot', (_, schema) => {
    expect(() => headersOf({ properties: { shop: { ...schema, 'x-mcp-header': 'Shop' } } })).toThrow(
      /the header "Shop" of shop mirrors an argument .*must be a string, an integer or a boolean/,
    );
  });

  test.each(['', 'no token', 'no:token', 'größe', 'a\r\nb', 5])(
    'that is no token stops the boot: %p',
    (header) => {
      expect(() =>
        headersOf({ properties: { shop: { type: 'string', 'x-mcp-header': header as string } } }),
      ).toThrow(/is no HTTP token/);
    },
  );

  test('that two properties have, in upper or lower case, stops the boot', () => {
    const other = { ...HEADER, 'x-mcp-header': 'SHOP' };
    expect(() =>
      headersOf({ properties: { a: HEADER, b: { type: 'object', properties: { c: other } } } }),
    ).toThrow(/a and b\.c both use the header "SHOP"/);
  });
});
