import { Ajv2020 } from 'ajv/dist/2020.js';
import { listedOutputSchema, wrapsStructuredContent } from '../../lib/results/index.js';
import type { JsonSchema } from '../../lib/interfaces/index.js';
import { call, captured } from './render.js';

describe('The output schema that clients see', () => {
  it('is the declared one for an object', () => {
    const schema: JsonSchema = { type: 'object', properties: { id: { type: 'integer' } } };
    expect(listedOutputSchema(schema)).toBe(schema);
    expect(wrapsStructuredContent(schema)).toBe(false);
  });

  it('is an object around a list, because older clients refuse anything else', () => {
    const items: JsonSchema = { type: 'array', items: { type: 'string' } };
    expect(listedOutputSchema({ $schema: 'https://json-schema.org/draft/2020-12/schema', ...items })).toEqual(
      {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        properties: { result: items },
        required: ['result'],
      },
    );
  });

  it.each<[string, JsonSchema, unknown, unknown]>([
    ['a list', { type: 'array', items: { type: 'integer' } }, [1], ['a']],
    ['a nullable object', { anyOf: [{ type: 'object' }, { type: 'null' }] }, null, 1],
    ['a nullable object that is there', { anyOf: [{ type: 'object' }, { type: 'null' }] }, { a: 1 }, 1],
    [
      'shared definitions',
      {
        $ref: '#/$defs/list',
        $defs: { list: { type: 'array', items: { $ref: '#/$defs/id' } }, id: { type: 'integer' } },
      },
      [1],
      ['a'],
    ],
    ['recursion to the root', { type: ['array', 'integer'], items: { $ref: '#' } }, [[1]], [['a']]],
    [
      'a reference into itself',
      { type: 'array', prefixItems: [{ type: 'integer' }, { $ref: '#/prefixItems/0' }] },
      [1, 2],
      [1, 'a'],
    ],
    [
      'properties named like keywords',
      {
        type: ['object', 'null'],
        properties: { default: { $ref: '#/properties/$ref' }, $ref: { type: 'integer' } },
      },
      { default: 1 },
      { default: 'a' },
    ],
    [
      'an $id',
      { $id: 'https://example.com/s', type: ['array', 'integer'], items: { $ref: '#' } },
      [[1]],
      [['a']],
    ],
  ])('accepts what is sent for %s', async (_, declared, good, bad) => {
    const validate = new Ajv2020({ strict: false }).compile(listedOutputSchema(declared));
    const options = { hasOutputSchema: true, wrapsOutput: wrapsStructuredContent(declared) };
    const sent = async (body: unknown) => (await call(captured(body), options)).structuredContent;
    expect(validate(await sent(good))).toBe(true);
    expect(validate(await sent(bad))).toBe(false);
  });
});
