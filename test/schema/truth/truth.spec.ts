import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { InputPlan } from '../../../lib/schema/index.js';
import { localReferences } from '../../../lib/schema/schema-references.js';
import { VALIDATOR_RULES } from '../../../lib/schema/validator-rules.js';
import { CLASS_CORPUS } from './class-corpus.js';
import { NARROWER, WIDER, WIDER_IN } from './exceptions.js';
import { RULE_CORPUS } from './rule-corpus.js';
import type { Refusal } from './truth-app.js';
import { planOfCase, TruthApp } from './truth-app.js';
import type { Body, TruthCase } from './truth-case.js';

const ajv = new Ajv2020({ strict: true, allErrors: true });
(addFormats as unknown as (ajv: Ajv2020) => void)(ajv);

const CORPUS: readonly TruthCase[] = [...RULE_CORPUS, ...CLASS_CORPUS];

test('the corpus has more than 80 classes, and covers every rule of class-validator', () => {
  expect(new Set(CORPUS.map(({ dto }) => dto)).size).toBeGreaterThan(80);
  expect(new Set(RULE_CORPUS.map(({ name }) => name))).toEqual(new Set(Object.keys(VALIDATOR_RULES)));
});

describe.each(['fastify', 'express'] as const)('over HTTP on %s', (platform) => {
  // Express parses and validates as Fastify does: fewer bodies tell.
  const share = platform === 'fastify' ? 1 : 4;
  const usedExceptions = new Set<string>();
  let app: TruthApp;
  let compared = 0;

  beforeAll(async () => {
    app = await TruthApp.start(CORPUS, platform);
  });

  afterAll(() => app.close());

  test.each(CORPUS.map((truthCase, index) => ({ ...truthCase, index })))(
    '$name: the schema takes what the pipe takes, and refuses what it can say',
    async ({ index, name, bodies, isConverted }) => {
      const plan = planOfCase(CORPUS[index]!);
      expect(ajv.validateSchema(plan.inputSchema)).toBe(true);
      const validate = ajv.compile(plan.inputSchema);
      const asked = bodies
        .filter((_, position) => position % share === 0)
        .map((body) => declaredOnly(body, plan));
      const refusals = await app.ask(index, asked);
      compared += asked.length;
      const wrong = asked.flatMap((body, position): object[] => {
        const refusal = refusals[position];
        if (!refusal) {
          const { problems } = plan.prepare(body);
          const narrower = unexplained(name, body, validate);
          return problems || narrower.length > 0 ? [{ body, isTaken: true, problems, narrower }] : [];
        }
        const wider = !isConverted && validate(body) ? unsaid(name, refusal) : [];
        return wider.length > 0 ? [{ body, isTaken: false, wider }] : [];
      });
      expect(wrong).toEqual([]);
    },
  );

  test('thousands of values were compared, and no exception is left over', () => {
    expect(compared).toBeGreaterThan(platform === 'fastify' ? 10_000 : 2_500);
    if (platform === 'fastify') {
      expect([...usedExceptions].sort()).toEqual(NARROWER.flatMap(({ at }) => at).sort());
    }
  });

  /** The properties for which the listed schema refuses what the pipe took, without a reason that is known. */
  function unexplained(name: string, body: Body, validate: ValidateFunction): string[] {
    if (validate(body)) {
      return [];
    }
    const properties = new Set(validate.errors!.map(({ instancePath }) => instancePath.split('/')[1] ?? ''));
    return [...properties].filter((property) => {
      const place = `${name}.${property}`;
      const exception = NARROWER.find(
        ({ at, holds }) => at.includes(place) && (holds?.(body[property]) ?? true),
      );
      if (exception) {
        usedExceptions.add(place);
      }
      return !exception;
    });
  }
});

test('every schema of the corpus is an object with properties, no union at its root, and no reference out of it', () => {
  for (const truthCase of CORPUS) {
    const { inputSchema } = planOfCase(truthCase);
    expect(inputSchema).toMatchObject({ type: 'object', properties: expect.any(Object) as object });
    expect(['anyOf', 'oneOf', 'allOf', '$ref'].filter((keyword) => keyword in inputSchema)).toEqual([]);
    expect(JSON.stringify(inputSchema)).not.toMatch(/"\$ref":"(?!#\/\$defs\/)/);
    for (const reference of localReferences(inputSchema)) {
      expect(inputSchema.$defs).toHaveProperty([reference.replace('#/$defs/', '')]);
    }
  }
});

/** Arguments that a tool does not declare are an affair of `unknownArguments`. */
function declaredOnly(body: Body, { inputSchema }: InputPlan): Body {
  return Object.fromEntries(
    Object.entries(body).filter(([name]) => Object.hasOwn(inputSchema.properties ?? {}, name)),
  );
}

/** The rules that refused a value although a schema could have said so. */
function unsaid(name: string, refusal: NonNullable<Refusal>): string[] {
  const known = WIDER_IN[name]?.[0] ?? [];
  return refusal.filter((rule) => !Object.hasOwn(WIDER, rule) && !known.includes(rule));
}
