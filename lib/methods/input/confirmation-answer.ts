import type { McpElicitationResponse, McpFormRequest } from '../../interfaces/index.js';
import { McpInput } from '../../results/index.js';
import type { InputRound, Question } from './input-round.js';

const KEY = 'confirm';

export function confirmationQuestion(message: string): Question {
  const request: McpFormRequest = McpInput.form(message);
  return { requests: { [KEY]: request }, stage: 'confirmation' };
}

/** What the user said; undefined when there is no answer to a confirmation that was asked for this very call. */
export function confirmationAnswer({
  stage,
  responses,
}: InputRound): McpElicitationResponse['action'] | undefined {
  return stage === 'confirmation'
    ? (responses?.[KEY] as McpElicitationResponse | undefined)?.action
    : undefined;
}
