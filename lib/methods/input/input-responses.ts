import type { McpInputResponse } from '../../interfaces/index.js';
import { invalidParams, isJsonObject } from '../../protocol/index.js';
import type { JsonObject } from '../../protocol/index.js';
import { formProblems } from '../../schema/index.js';
import type { AskedInput } from './asked-input.js';

type Responses = Readonly<Record<string, McpInputResponse>>;
type Kind = 'elicitation' | 'sampling' | 'roots';

const EXPECTED: Readonly<Record<Kind, string>> = {
  elicitation: 'an elicitation result: an object with "action", and "content" for an accepted form',
  sampling: 'a sampling result: an object with "role", "content" and "model"',
  roots: 'a list of roots: an object with "roots", each with its "uri"',
};
const FORM_VALUES = new Set(['string', 'number', 'boolean']);

/**
 * Reads `inputResponses`.
 *
 * @param asked what the answers are for; answers to anything else are dropped. Undefined when that is not known, so that
 * only their form can be checked
 * @throws ProtocolError -32602 for what is no answer, or not one to what was asked
 */
export function readInputResponses(
  value: unknown,
  asked: Readonly<Record<string, AskedInput>> | undefined,
): Responses | undefined {
  if (value === undefined) {
    return undefined;
  }
  if (!isJsonObject(value)) {
    throw invalidParams('"inputResponses" must be an object with an answer for each key of inputRequests');
  }
  const responses: Record<string, McpInputResponse> = {};
  for (const [key, response] of Object.entries(value)) {
    if (asked === undefined) {
      assertSomeResponse(key, response);
      responses[key] = response;
    } else if (Object.hasOwn(asked, key)) {
      assertResponse(key, response, asked[key]!);
      responses[key] = response;
    }
  }
  return responses;
}

function assertSomeResponse(
  key: string,
  response: unknown,
): asserts response is McpInputResponse & JsonObject {
  if (!isJsonObject(response) || !(isElicitation(response) || isSampling(response) || isRoots(response))) {
    throw wrong(key, `must be ${Object.values(EXPECTED).join('; or ')}`);
  }
}

function assertResponse(
  key: string,
  response: unknown,
  asked: AskedInput,
): asserts response is McpInputResponse & JsonObject {
  const isForm = typeof asked === 'object';
  const kind = isForm || asked === 'url' ? 'elicitation' : asked;
  const fits = { elicitation: isElicitation, sampling: isSampling, roots: isRoots }[kind];
  if (!isJsonObject(response) || !fits(response)) {
    throw wrong(key, `must be ${EXPECTED[kind]}`);
  }
  if (isForm && response['action'] === 'accept') {
    const problems = formProblems(asked.form as unknown as JsonObject, response['content'] ?? {});
    if (problems.length > 0) {
      const lines = problems.map(({ path, message }) => `${path} ${message}`.trim());
      throw wrong(key, `does not fit the form: ${lines.join('; ')}`);
    }
  }
}

function wrong(key: string, problem: string) {
  return invalidParams(`inputResponses[${JSON.stringify(key)}] ${problem}`);
}

function isElicitation({ action, content }: JsonObject): boolean {
  return (
    (action === 'accept' || action === 'decline' || action === 'cancel') &&
    (content === undefined || (isJsonObject(content) && Object.values(content).every(isFormValue)))
  );
}

function isFormValue(value: unknown): boolean {
  return (
    FORM_VALUES.has(typeof value) ||
    (Array.isArray(value) && value.every((choice) => typeof choice === 'string'))
  );
}

function isSampling({ role, content, model }: JsonObject): boolean {
  const isBlock = (block: unknown) => isJsonObject(block) && typeof block['type'] === 'string';
  return (
    (role === 'user' || role === 'assistant') &&
    typeof model === 'string' &&
    (Array.isArray(content) ? content.every(isBlock) : isBlock(content))
  );
}

function isRoots({ roots }: JsonObject): boolean {
  return Array.isArray(roots) && roots.every((root) => isJsonObject(root) && typeof root['uri'] === 'string');
}
