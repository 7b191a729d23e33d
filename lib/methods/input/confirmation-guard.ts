import { HttpException } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { MCP_REQUEST_CONTEXT } from '../../mcp.constants.js';
import { CallContext } from '../call-context.js';
import { appendGuard } from '../last-guard.js';

const PRECONDITION_REQUIRED = 428;

/** Stops a call behind all other guards, and before anything else, for as long as the user has not confirmed it. */
const confirmationGuard: CanActivate = {
  canActivate(context: ExecutionContext): boolean {
    const call = context.getArgByIndex<{ [MCP_REQUEST_CONTEXT]?: unknown }>(0)?.[MCP_REQUEST_CONTEXT];
    if (call instanceof CallContext && call.hold()) {
      throw new HttpException('The user has to confirm this call first', PRECONDITION_REQUIRED);
    }
    return true;
  },
};

/** Puts the guard behind those of a method. To be done before Nest registers the method's route. */
export function guardConfirmation(method: object): void {
  appendGuard(method, confirmationGuard);
}
