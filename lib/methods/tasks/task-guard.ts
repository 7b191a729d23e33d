import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { MCP_REQUEST_CONTEXT } from '../../mcp.constants.js';
import { CallContext } from '../call-context.js';
import { appendGuard } from '../last-guard.js';

/** Begins the task as which a call goes on, behind all other guards: what they refuse never becomes one. */
const taskGuard: CanActivate = {
  canActivate(context: ExecutionContext): true | Promise<true> {
    const call = context.getArgByIndex<{ [MCP_REQUEST_CONTEXT]?: unknown }>(0)?.[MCP_REQUEST_CONTEXT];
    return call instanceof CallContext ? call.begin() : true;
  },
};

/** Puts the guard behind those of a method, after that of `@McpConfirm()`. */
export function guardTaskStart(method: object): void {
  appendGuard(method, taskGuard);
}
