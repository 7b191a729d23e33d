import { describe, expect, it } from '@jest/globals';
import { buildInputPlan } from '../../lib/schema/index.js';
import type { JsonSchema } from '../../lib/interfaces/index.js';

const POLICY = { unknownArguments: 'reject', ignoredArguments: [] } as const;

function planOf(explicitSchema: JsonSchema) {
  const route = { label: 'Things.run', verb: 'POST', pathParameters: [], parameters: [] };
  return buildInputPlan({ ...route, explicitSchema }, POLICY);
}

const CHOICES = planOf({
  type: 'object',
  properties: {
    items: {
      type: 'array',
      items: { anyOf: [{ type: 'number' }, { type: 'object', properties: { sku: { type: 'string' } } }] },
    },
  },
});

describe('arguments with many problems', () => {
  it('are described by the first twenty, however many there are', () => {
    const { problems } = CHOICES.prepare({ items: Array.from({ length: 20_000 }, () => true) });
    expect(problems).toHaveLength(21);
    expect(problems?.[0]).toEqual({ path: 'items[0]', message: 'must be a number or an object, not true' });
    expect(problems?.at(-1)?.message).toBe('there are more problems than are listed here');
  });

  it('have each item of a list judged by itself', () => {
    const told = (items: unknown[]) => CHOICES.prepare({ items }).problems?.map(({ path }) => path);
    expect(told([true, { sku: 1 }])).toEqual(['items[0]', 'items[1].sku']);
    expect(told([{ sku: 1 }, true])).toEqual(['items[0].sku', 'items[1]']);
  });

  it('have twenty unknown names listed, and no more', () => {
    const args = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`name${index}`, 1]));
    const { problems } = planOf({ type: 'object', properties: {}, additionalProperties: false }).prepare(
      args,
    );
    expect(problems!.length).toBeLessThan(50);
    expect(problems).toContainEqual({ path: '', message: 'there are more problems than are listed here' });
  });

  it('can be nested too deeply to be shown', () => {
    let deep: unknown = 1;
    for (let depth = 0; depth < 50_000; depth++) {
      deep = [deep];
    }
    const plan = planOf({ type: 'object', properties: { name: { type: 'string' } } });
    expect(plan.prepare({ name: deep }).problems).toEqual([
      { path: 'name', message: 'must be a string, not a list' },
    ]);
  });
});
