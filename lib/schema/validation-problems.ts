import type { ErrorObject } from 'ajv';
import type { ArgumentProblem } from './interfaces/input-plan.interface.js';

const MOST_PROBLEMS = 20;
const LONGEST_VALUE = 60;

/** ajv's errors as a model can act on them: where, what is expected, what was given. */
export function describeErrors(errors: readonly ErrorObject[]): ArgumentProblem[] {
  const telling = withoutBranches(errors);
  const problems = new Map<string, ArgumentProblem>();
  for (const error of telling) {
    const problem = describeError(error);
    problems.set(`${problem.path}\n${problem.message}`, problem);
    if (problems.size > MOST_PROBLEMS) {
      break;
    }
  }
  const all = [...problems.values()];
  return all.length > MOST_PROBLEMS
    ? [...all.slice(0, MOST_PROBLEMS), { path: '', message: 'there are more problems than are listed here' }]
    : all;
}

/**
 * A failed choice comes with the errors of each of its branches. Those of a branch whose type fits say what is wrong;
 * when none fits, the choice itself does.
 */
function withoutBranches(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const choices = errors.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf');
  let kept = errors;
  for (const choice of choices) {
    const isOfBranch = (error: ErrorObject) =>
      error !== choice && belongsTo(error, choice) && error.instancePath.startsWith(choice.instancePath);
    const branches = kept.filter(isOfBranch);
    const misfits = new Set(
      branches
        .filter((error) => error.keyword === 'type' && error.instancePath === choice.instancePath)
        .map((error) => branchOf(error, choice)),
    );
    const telling = branches.filter((error) => !misfits.has(branchOf(error, choice)));
    kept = kept.filter(
      (error) =>
        (telling.length > 0 ? error !== choice : true) && (!isOfBranch(error) || telling.includes(error)),
    );
  }
  return kept;
}

function belongsTo(error: ErrorObject, choice: ErrorObject): boolean {
  return error.schemaPath.startsWith(`${choice.schemaPath}/`) || error.schemaPath.startsWith('#/$defs/');
}

function branchOf(error: ErrorObject, choice: ErrorObject): string {
  return error.schemaPath.startsWith(`${choice.schemaPath}/`)
    ? error.schemaPath.slice(choice.schemaPath.length + 1).split('/', 1)[0]!
    : error.schemaPath;
}

function describeError(error: ErrorObject): ArgumentProblem {
  const path = toPath(error.instancePath);
  const params = error.params as Readonly<Record<string, unknown>>;
  switch (error.keyword) {
    case 'required':
      return { path: join(path, String(params.missingProperty)), message: 'is required' };
    case 'additionalProperties':
      return {
        path: join(path, String(params.additionalProperty)),
        message: 'is not known here; leave it out',
      };
    case 'enum':
      return { path, message: `must be one of ${list(params.allowedValues)}, not ${quote(error.data)}` };
    case 'const':
      return { path, message: `must be ${quote(params.allowedValue)}, not ${quote(error.data)}` };
    case 'type':
      return { path, message: `must be ${article(params.type)}, not ${quote(error.data)}` };
    case 'anyOf':
    case 'oneOf':
      return { path, message: `must be ${choiceOf(error.schema)}, not ${quote(error.data)}` };
    case 'pattern':
      return {
        path,
        message: `must match the pattern ${String(params.pattern)}, which ${quote(error.data)} does not`,
      };
    case 'format':
      return {
        path,
        message: `must be of the format ${String(params.format)}, which ${quote(error.data)} is not`,
      };
    default:
      return {
        path,
        message: `${error.message ?? 'is not valid'}, which ${quote(error.data)} does not meet`,
      };
  }
}

function choiceOf(schema: unknown): string {
  const types = new Set(
    (schema as { type?: unknown; enum?: unknown }[]).flatMap((branch) =>
      Array.isArray(branch.enum)
        ? [`one of ${list(branch.enum)}`]
        : branch.type
          ? [article(branch.type)]
          : [],
    ),
  );
  return types.size > 0 ? [...types].join(' or ') : 'one of the forms that the schema names';
}

function article(type: unknown): string {
  const types = Array.isArray(type) ? (type as string[]) : [String(type)];
  return types
    .map((name) => (name === 'null' ? name : `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`))
    .join(' or ');
}

function list(values: unknown): string {
  return (values as readonly unknown[]).map(quote).join(', ');
}

function quote(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text;
}

/** `/items/0/a~1b` -> `items[0].a/b` */
function toPath(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce(join, '');
}

function join(path: string, key: string): string {
  if (/^\d+$/.test(key)) {
    return `${path}[${key}]`;
  }
  return path === '' ? key : `${path}.${key}`;
}
