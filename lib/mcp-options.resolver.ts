import type { CanActivate } from '@nestjs/common';
import { authProblem, resolveAuth } from './auth/index.js';
import { limitsProblem, resolveLimits } from './limits/limit-options.js';
import { requestStateProblem } from './methods/input/request-state-options.js';
import { sessionsProblem } from './methods/sessions/session-options.js';
import { resolveTasks, tasksProblem } from './tasks/task-options.js';
import { cachingProblem } from './methods/cache-hints.js';
import { DEFAULT_OPTIONS, DEFAULT_SUBSCRIPTIONS } from './mcp-options.defaults.js';
import { skillsProblem } from './skills/skills-options.js';
import { storeProblem } from './store/store-option.js';
import { agentCardProblem } from './well-known/agent-card-options.js';
import type { McpCorsOptions } from './interfaces/index.js';
import type { ResolvedMcpOptions } from './mcp-options.defaults.js';
import type { McpModuleOptions } from './mcp.options.js';

type Check = (value: unknown) => string | undefined;

const nonEmptyString: Check = (value) =>
  typeof value === 'string' && value.trim() !== '' ? undefined : 'must be a non-empty string';
const boolean: Check = (value) => (typeof value === 'boolean' ? undefined : 'must be true or false');
const positiveInteger: Check = (value) =>
  Number.isSafeInteger(value) && (value as number) > 0 ? undefined : 'must be a whole number above 0';
const strings: Check = (value) =>
  Array.isArray(value) && value.every((item) => typeof item === 'string' && item !== '')
    ? undefined
    : 'must be an array of non-empty strings';
const callback: Check = (value) => (typeof value === 'function' ? undefined : 'must be a function');
const document: Check = (value) =>
  (typeof value === 'object' && value !== null) || typeof value === 'function'
    ? undefined
    : 'must be an OpenAPI document, or a function that returns one';
const path: Check = (value) =>
  typeof value === 'string' && /^\/[^\s?#:*{}()]*$/.test(value) && (value === '/' || !value.endsWith('/'))
    ? undefined
    : 'must be a path that begins with "/", such as "/mcp", without parameters, query or a slash at the end';
/** Node takes a longer delay for none. */
const LONGEST_DELAY_MS = 2 ** 31 - 1;
const delay: Check = (value) =>
  positiveInteger(value) === undefined && (value as number) <= LONGEST_DELAY_MS
    ? undefined
    : `must be a whole number from 1 to ${LONGEST_DELAY_MS}`;
const delayOrNone: Check = (value) =>
  value === 0 || delay(value) === undefined
    ? undefined
    : `must be a whole number from 0 to ${LONGEST_DELAY_MS}`;
const subscriptions: Check = (value) =>
  value === false ? undefined : limits(value, Object.keys(DEFAULT_SUBSCRIPTIONS));
const oneOf =
  (...choices: readonly string[]): Check =>
  (value) =>
    choices.includes(value as string)
      ? undefined
      : `must be ${choices.map((choice) => `'${choice}'`).join(' or ')}`;
const schema: Check = (value) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return 'must be an object, such as { dialect: false }';
  }
  const unknown = Object.keys(value).find((key) => key !== 'dialect');
  if (unknown !== undefined) {
    return `has the key "${unknown}", but takes only "dialect"`;
  }
  const { dialect } = value as { dialect?: unknown };
  return dialect === undefined || typeof dialect === 'boolean'
    ? undefined
    : 'must have true or false as its "dialect"';
};

const origins: Check = (value) =>
  value === '*' || strings(value) === undefined
    ? undefined
    : "must be '*' or an array of origins, such as ['https://app.example.com']";
const cors: Check = (value) => {
  if (typeof value === 'boolean') {
    return undefined;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return 'must be true, false or an object, such as { maxAge: 600 }';
  }
  const { allowedHeaders, maxAge, ...unknown } = value as McpCorsOptions;
  const [name] = Object.keys(unknown);
  if (name !== undefined) {
    return `has the key "${name}", but takes only "allowedHeaders" and "maxAge"`;
  }
  return (allowedHeaders === undefined || strings(allowedHeaders) === undefined) &&
    (maxAge === undefined || (Number.isSafeInteger(maxAge) && maxAge >= 0))
    ? undefined
    : 'must have an array of names as "allowedHeaders", and seconds as "maxAge"';
};

const CHECKS: Record<keyof McpModuleOptions, Check> = {
  path,
  name: nonEmptyString,
  version: nonEmptyString,
  title: nonEmptyString,
  instructions: nonEmptyString,
  inferHttpMethodAnnotations: boolean,
  includeTags: strings,
  excludeTags: strings,
  includeTools: strings,
  excludeTools: strings,
  unknownArguments: oneOf('reject', 'ignore'),
  ignoredArguments: strings,
  beforeToolCall: callback,
  afterToolCall: callback,
  maxBlobBytes: positiveInteger,
  limits: limitsProblem,
  listPageSize: positiveInteger,
  openapi: document,
  keepAliveMs: delay,
  shutdownGraceMs: delayOrNone,
  principal: callback,
  allowedOrigins: origins,
  allowedHosts: strings,
  cors,
  auth: authProblem,
  visibility: oneOf('all', 'allowed'),
  canSee: callback,
  agentCard: agentCardProblem,
  requestState: requestStateProblem,
  subscriptions,
  sessions: sessionsProblem,
  skills: skillsProblem,
  tasks: tasksProblem,
  store: storeProblem,
  caching: cachingProblem,
  outputValidation: oneOf('error', 'warn', 'off'),
  inferOutputSchema: boolean,
  schema,
  onSchemaError: oneOf('throw', 'skip'),
  lint: oneOf('warn', 'off'),
};

/** Options whose values must not get into a log. */
const SECRETS = new Set(['requestState', 'auth', 'sessions', 'store']);

/**
 * Fills in the defaults.
 *
 * @throws Error that names every wrong option, when there is one
 */
export function resolveOptions(options: McpModuleOptions = {}): ResolvedMcpOptions {
  if (typeof options !== 'object' || options === null) {
    throw new Error('McpModule: the options must be an object.');
  }
  const problems: string[] = [];
  const given: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) {
      continue;
    }
    const check = (CHECKS as Record<string, Check | undefined>)[name];
    const problem = check ? check(value) : `is no option; the options are ${Object.keys(CHECKS).join(', ')}`;
    if (problem) {
      problems.push(
        SECRETS.has(name) ? `"${name}" ${problem}` : `"${name}" ${problem}, but is ${describe(value)}`,
      );
    }
    given[name] = value;
  }
  if (options.visibility === 'all' && options.canSee) {
    problems.push('"canSee" says who may see a tool, but "visibility" is \'all\'. Leave one of them out');
  }
  if (problems.length > 0) {
    throw new Error(`McpModule: wrong options.\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
  }
  const { schema: givenSchema = {} } = given as McpModuleOptions;
  return Object.freeze({
    ...DEFAULT_OPTIONS,
    ...given,
    auth: options.auth && resolveAuth(options.auth),
    visibility: options.visibility ?? (options.canSee ? 'allowed' : DEFAULT_OPTIONS.visibility),
    limits: resolveLimits(options.limits),
    tasks: resolveTasks(options.tasks),
    schema: Object.freeze({ dialect: givenSchema.dialect ?? DEFAULT_OPTIONS.schema.dialect }),
    subscriptions: options.subscriptions !== false && {
      max: options.subscriptions?.max ?? DEFAULT_SUBSCRIPTIONS.max,
      maxPerPrincipal: options.subscriptions?.maxPerPrincipal ?? DEFAULT_SUBSCRIPTIONS.maxPerPrincipal,
    },
  });
}

function limits(value: unknown, names: readonly string[]): string | undefined {
  const isRight =
    typeof value === 'object' &&
    value !== null &&
    Object.entries(value).every(
      ([name, limit]) =>
        names.includes(name) && (limit === undefined || positiveInteger(limit) === undefined),
    );
  return isRight ? undefined : `must be false or an object of whole numbers above 0: ${names.join(', ')}`;
}

/** @throws Error that names the entry which is no guard */
export function assertGuards(guards: readonly unknown[]): void {
  assertArray('guards', guards);
  guards.forEach((guard, index) => {
    const target: unknown = typeof guard === 'function' ? guard.prototype : guard;
    if (typeof (target as CanActivate | undefined)?.canActivate !== 'function') {
      throw new Error(
        `McpModule: guards[${index}] must be a guard, with canActivate(), but is ${describe(guard)}.`,
      );
    }
  });
}

/** @throws Error when the value of an option is no array */
export function assertArray(option: string, value: unknown): void {
  if (!Array.isArray(value)) {
    throw new Error(`McpModule: "${option}" must be an array, but is ${describe(value)}.`);
  }
}

function describe(value: unknown): string {
  if (typeof value === 'function') {
    return value.name ? `the function or class "${value.name}"` : 'a function';
  }
  return JSON.stringify(value) ?? String(value);
}
