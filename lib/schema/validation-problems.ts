import type { ErrorObject } from 'ajv';
import type { ArgumentProblem } from './interfaces/input-plan.interface.js';

/** Of one kind in one answer. */
export const MOST_PROBLEMS = 20;

export const MORE_PROBLEMS: ArgumentProblem = {
  path: '',
  message: 'there are more problems than are listed here',
};

/** Enough to describe the most problems. The rest would take time that grows with its square. */
const MOST_ERRORS = 200;
const LONGEST_VALUE = 60;

type Params = Readonly<Record<string, unknown>>;

/** What each keyword expects, to follow "must". */
const EXPECTATIONS: Readonly<Record<string, (params: Params) => string>> = {
  type: ({ type }) => `be ${article(type)}`,
  enum: ({ allowedValues }) => `be one of ${(allowedValues as readonly unknown[]).map(quote).join(', ')}`,
  const: ({ allowedValue }) => `be ${quote(allowedValue)}`,
  minimum: bound,
  maximum: bound,
  exclusiveMinimum: bound,
  exclusiveMaximum: bound,
  multipleOf: ({ multipleOf }) => `be a multiple of ${String(multipleOf)}`,
  minLength: ({ limit }) => `have at least ${count(limit, 'character')}`,
  maxLength: ({ limit }) => `have at most ${count(limit, 'character')}`,
  minItems: ({ limit }) => `have at least ${count(limit, 'item')}`,
  maxItems: ({ limit }) => `have at most ${count(limit, 'item')}`,
  minProperties: ({ limit }) => `have at least ${count(limit, 'property')}`,
  maxProperties: ({ limit }) => `have at most ${count(limit, 'property')}`,
  uniqueItems: ({ i, j }) => `not have an item twice, as at ${String(j)} and ${String(i)}`,
  pattern: ({ pattern }) => `match the pattern ${String(pattern)}`,
  contains: () => 'contain what the description says',
  format: ({ format }) => `be of the format ${String(format)}`,
};

/** ajv's errors as a model can act on them: where, what is expected, what was given. */
export function describeErrors(errors: readonly ErrorObject[], value: unknown): ArgumentProblem[] {
  const problems = new Map<string, ArgumentProblem>();
  // The errors of the branch that was taken follow one of the condition itself.
  const telling = errors.slice(0, MOST_ERRORS).filter(({ keyword }) => keyword !== 'if');
  for (const problem of describeAll(telling, value)) {
    if (problems.size === MOST_PROBLEMS) {
      return [...problems.values(), MORE_PROBLEMS];
    }
    problems.set(`${problem.path}\n${problem.message}`, problem);
  }
  return errors.length > MOST_ERRORS ? [...problems.values(), MORE_PROBLEMS] : [...problems.values()];
}

/** Says what type a value must be of. */
export function describeMistype(types: readonly string[], value: unknown): string {
  return `must be ${article(types)}, not ${quote(value)}`;
}

/**
 * A failed choice comes after the errors of its branches. Those of a branch whose type fits say what is wrong; when none
 * fits, the types of all branches do.
 */
function* describeAll(errors: readonly ErrorObject[], value: unknown): Generator<ArgumentProblem> {
  const hidden = new Set<ErrorObject>();
  const messages = new Map<ErrorObject, string>();
  for (const choice of errors.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf')) {
    const branches = errors.filter((error) => isBranch(error, choice));
    const misfits = branches.filter(
      ({ keyword, instancePath }) =>
        (keyword === 'type' || keyword === 'enum' || keyword === 'const') &&
        instancePath === choice.instancePath,
    );
    const misfitting = new Set(misfits.map((error) => branchOf(error, choice)));
    const [silent, telling] = partition(branches, (error) => misfitting.has(branchOf(error, choice)));
    silent.forEach((error) => hidden.add(error));
    if (telling.length > 0) {
      hidden.add(choice);
    } else if (misfits.length > 0) {
      messages.set(choice, either([...new Set(misfits.map(expectation))]));
    }
  }
  for (const error of errors) {
    if (!hidden.has(error)) {
      yield describeError(error, value, messages.get(error));
    }
  }
}

/** Items of a list share the places in the schema: a branch of a choice is below it in the value as well. */
function isBranch({ schemaPath, instancePath }: ErrorObject, choice: ErrorObject): boolean {
  return (
    schemaPath.startsWith(`${choice.schemaPath}/`) &&
    (instancePath === choice.instancePath || instancePath.startsWith(`${choice.instancePath}/`))
  );
}

function partition<T>(items: readonly T[], isFirst: (item: T) => boolean): [T[], T[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}

function branchOf({ schemaPath }: ErrorObject, choice: ErrorObject): string {
  return schemaPath.slice(choice.schemaPath.length + 1).split('/', 1)[0]!;
}

function describeError(error: ErrorObject, value: unknown, expected = expectation(error)): ArgumentProblem {
  const keys = error.instancePath.split('/').slice(1).map(unescapePointer);
  const path = keys.reduce(join, '');
  const params = error.params as Params;
  switch (error.keyword) {
    case 'required':
      return { path: join(path, String(params.missingProperty)), message: 'is required' };
    case 'additionalProperties':
      return {
        path: join(path, String(params.additionalProperty)),
        message: 'is not known here; leave it out',
      };
    default:
      return { path, message: `must ${expected}, not ${quote(valueAt(value, keys))}` };
  }
}

function expectation({ keyword, params }: ErrorObject): string {
  return EXPECTATIONS[keyword]?.(params as Params) ?? `meet the schema's "${keyword}"`;
}

function valueAt(value: unknown, keys: readonly string[]): unknown {
  return keys.reduce<unknown>((parent, key) => (parent as Params | undefined)?.[key], value);
}

function bound({ comparison, limit }: Params): string {
  return `be ${String(comparison)} ${String(limit)}`;
}

function count(limit: unknown, unit: string): string {
  return `${String(limit)} ${limit === 1 ? unit : unit.replace(/y$/, 'ie').concat('s')}`;
}

function article(type: unknown): string {
  const types = Array.isArray(type) ? (type as string[]) : [String(type)];
  return either(
    types.map((name) => (name === 'null' ? name : `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`)),
  );
}

/** `be a string`, `be null` -> `be a string or null` */
function either(choices: readonly string[]): string {
  const [first = '', ...others] = choices;
  const shortened = [
    first,
    ...others.map((other) => (first.startsWith('be ') ? other.replace(/^be /, '') : other)),
  ];
  return shortened.length > 1 ? `${shortened.slice(0, -1).join(', ')} or ${shortened.at(-1)}` : first;
}

function quote(value: unknown): string {
  const text = jsonOf(value);
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text;
}

function unescapePointer(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** `items`, `0`, `price` -> `items[0].price` */
function join(path: string, key: string): string {
  if (/^\d+$/.test(key)) {
    return `${path}[${key}]`;
  }
  return path === '' ? key : `${path}.${key}`;
}

function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    // Nested more deeply than the call stack is high.
    return Array.isArray(value) ? 'a list' : 'an object';
  }
}
