import fc from 'fast-check';
import { jsonValues, objectsOf, texts } from './json-values.js';
import type { Material } from './material.js';
import { mostly } from './mostly.js';
import { mutatedText } from './mutations.js';
import { inputResponses, someArguments, toolCalls } from './tool-calls.js';

export const VERSIONS = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'] as const;

const META = 'io.modelcontextprotocol/';

const ids = fc.oneof(fc.integer(), fc.constantFrom('1', '', '\ud800', 'x'.repeat(300)), texts);

/** A method with parameters that it might take. */
function calls(material: Material): fc.Arbitrary<{ method: string; params: Record<string, unknown> }> {
  const cursor = mostly(
    fc.constantFrom(...material.cursors),
    mutatedText(fc.constantFrom(...material.cursors)),
  );
  const uri = mostly(
    fc.constantFrom(...material.uris),
    fc.oneof(
      mutatedText(fc.constantFrom(...material.uris)),
      texts.map((text) => `records://${text}/${text}`),
      texts.map((text) => `answers://refused/${encodeSafely(text)}`),
    ),
  );
  const state = mostly(fc.constantFrom(...material.states), mutatedText(fc.constantFrom(...material.states)));
  const prompt = mostly(fc.constantFrom(...material.prompts));
  const argument = mostly(fc.constantFrom('text', 'id', 'name', 'why'));
  const of = (method: string, params: Record<string, fc.Arbitrary<unknown>>, optional: string[] = []) =>
    fc.record({
      method: fc.constant(method),
      params: fc.record(params, {
        requiredKeys: Object.keys(params).filter((key) => !optional.includes(key)),
      }),
    }) as fc.Arbitrary<{ method: string; params: Record<string, unknown> }>;
  const list = (method: string) => of(method, { cursor }, ['cursor']);
  const tool = fc.record({ method: fc.constant('tools/call'), params: toolCalls(material, state) });
  return fc.oneof(
    { weight: 20, arbitrary: tool },
    { weight: 2, arbitrary: list('tools/list') },
    { weight: 1, arbitrary: list('resources/list') },
    { weight: 1, arbitrary: list('prompts/list') },
    { weight: 1, arbitrary: list('resources/templates/list') },
    { weight: 4, arbitrary: of('resources/read', { uri, requestState: state }, ['requestState']) },
    {
      weight: 2,
      arbitrary: of('prompts/get', { name: prompt, arguments: mostly(someArguments, jsonValues) }),
    },
    {
      weight: 3,
      arbitrary: of(
        'completion/complete',
        {
          ref: mostly(
            fc.oneof(
              fc.record({ type: fc.constant('ref/prompt'), name: prompt }),
              fc.record({ type: fc.constant('ref/resource'), uri }),
            ),
          ),
          argument: mostly(fc.record({ name: argument, value: mostly(texts) })),
          context: mostly(fc.record({ arguments: mostly(someArguments, jsonValues) })),
        },
        ['context'],
      ),
    },
    { weight: 1, arbitrary: of('server/discover', {}) },
    { weight: 1, arbitrary: of('ping', {}) },
    {
      weight: 2,
      arbitrary: of('initialize', {
        protocolVersion: mostly(fc.constantFrom(...VERSIONS)),
        capabilities: mostly(capabilities, jsonValues),
        clientInfo: mostly(fc.constant({ name: 'fuzz', version: '1' }), jsonValues),
      }),
    },
    {
      weight: 1,
      arbitrary: of('subscriptions/listen', {
        notifications: mostly(
          fc.record({
            toolsListChanged: mostly(fc.boolean()),
            resourceSubscriptions: mostly(fc.array(uri, { maxLength: 3 })),
          }),
        ),
      }),
    },
    { weight: 1, arbitrary: of('logging/setLevel', { level: mostly(fc.constantFrom('info', 'error')) }) },
    { weight: 1, arbitrary: of('resources/subscribe', { uri }) },
    { weight: 1, arbitrary: of('resources/unsubscribe', { uri }) },
    {
      weight: 1,
      arbitrary: of('notifications/cancelled', { requestId: mostly(ids), reason: mostly(texts) }),
    },
    { weight: 1, arbitrary: of('notifications/initialized', {}) },
    {
      weight: 1,
      arbitrary: fc.record({
        method: texts,
        params: objectsOf(jsonValues) as fc.Arbitrary<Record<string, unknown>>,
      }),
    },
  );
}

const capabilities = fc.constantFrom<object>(
  {},
  { elicitation: {} },
  { elicitation: { form: {} }, sampling: {}, roots: {} },
);

const legacyMeta = fc.record({ progressToken: mostly(fc.oneof(fc.nat(), texts)) }, { requiredKeys: [] });

const modernMeta = fc.record(
  {
    [`${META}protocolVersion`]: mostly(fc.constant('2026-07-28')),
    [`${META}clientCapabilities`]: mostly(capabilities, jsonValues),
    [`${META}clientInfo`]: mostly(fc.constant({ name: 'fuzz', version: '1' }), jsonValues),
    [`${META}logLevel`]: mostly(fc.constantFrom('debug', 'error')),
    progressToken: mostly(fc.oneof(fc.nat(), texts)),
  },
  { requiredKeys: [`${META}protocolVersion`, `${META}clientCapabilities`] },
);

/** A message of either era, nearly right. */
export function messages(material: Material): fc.Arbitrary<object> {
  return fc
    .tuple(
      calls(material),
      ids,
      fc.oneof(modernMeta, legacyMeta),
      fc.constantFrom('request', 'request', 'request', 'plain'),
    )
    .map(([{ method, params }, id, meta, kind]) => ({
      jsonrpc: '2.0',
      ...(!method.startsWith('notifications/') && { id }),
      method,
      params: kind === 'plain' ? params : { ...params, _meta: meta },
    }));
}

/** An answer to something that the server may have asked, or not. */
export const responses: fc.Arbitrary<object> = fc.record(
  {
    jsonrpc: fc.constant('2.0'),
    id: mostly(ids),
    result: mostly(inputResponses, jsonValues),
    error: jsonValues,
  },
  { requiredKeys: ['jsonrpc', 'id'] },
);

function encodeSafely(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
