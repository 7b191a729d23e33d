import type { FunctionTarget } from '../discovery/index.js';
import { logFailure } from '../failures/index.js';
import type { McpCallContext } from '../interfaces/index.js';
import { answerToError } from './error-body.js';
import type { CapturedResponse } from './interfaces/captured-response.interface.js';

/** Runs a plain function. Never rejects: an error is the answer that Nest's own exception filter would give. */
export async function runFunction(
  { run }: FunctionTarget,
  label: string,
  args: Readonly<Record<string, unknown>>,
  context: McpCallContext,
): Promise<CapturedResponse> {
  try {
    return { status: 200, headers: {}, body: await run(args, context) };
  } catch (error) {
    const { status, body, isKnown } = answerToError(error);
    const errorId = isKnown ? undefined : logFailure(`${label} failed`, error, context.request);
    return { status, headers: {}, body, errorId };
  }
}
