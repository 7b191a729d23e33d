import fc from 'fast-check';
import { jsonValues, objectsOf, texts } from './json-values.js';
import type { Material } from './material.js';
import { mostly } from './mostly.js';

const id = mostly(fc.nat(), texts);
const text = mostly(texts);
const nothing = fc.constant({});
const optional = { requiredKeys: [] };

const part = mostly(fc.record({ name: text, count: mostly(fc.integer()) }));

/** What the tools of test/fuzz/app take. */
const ARGUMENTS: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  records_find: fc.record({ id, name: text }),
  records_list: fc.record(
    { search: text, flag: mostly(fc.boolean()), tags: mostly(fc.array(text, { maxLength: 4 })) },
    optional,
  ),
  records_tenant: fc.record({ tenant: text }),
  records_create: fc.record(
    {
      title: text,
      colour: mostly(fc.constantFrom('red', 'blue')),
      parts: mostly(fc.array(part, { maxLength: 3 })),
      extra: mostly(objectsOf(jsonValues)),
    },
    { requiredKeys: ['title'] },
  ),
  records_update: fc.tuple(id, objectsOf(jsonValues)).map(([value, rest]) => ({ ...rest, id: value })),
  records_rows: fc.record({ rows: mostly(fc.array(part, { maxLength: 3 })) }),
  records_remove: fc.record({ id: mostly(texts) }),
  answers_progress: fc.record({ text }, optional),
  answers_refused: fc.record({ why: text }),
  texts_echo: fc.record({ text, times: mostly(fc.integer()) }, { requiredKeys: ['text'] }),
};

/** Arguments for some tool, prompt or template. */
export const someArguments = fc.oneof(...Object.values(ARGUMENTS), objectsOf(jsonValues));

export const inputResponses = fc.record(
  {
    name: mostly(
      fc.record({ action: mostly(fc.constantFrom('accept', 'decline')), content: mostly(objectsOf(text)) }),
    ),
    confirm: mostly(fc.constant({ action: 'accept', content: { confirm: true } })),
  },
  optional,
);

/** Parameters of `tools/call`. */
export function toolCalls(
  { tools }: Material,
  requestState: fc.Arbitrary<unknown>,
): fc.Arbitrary<Record<string, unknown>> {
  return fc.constantFrom(...tools).chain((tool) =>
    fc.record(
      {
        name: mostly(fc.constant(tool)),
        arguments: mostly(ARGUMENTS[tool] ?? nothing, someArguments),
        requestState,
        inputResponses: mostly(inputResponses, jsonValues),
      },
      { requiredKeys: ['name', 'arguments'] },
    ),
  );
}
