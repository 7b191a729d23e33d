import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { noteGlobalGuards } from './endpoint-answer.js';

const guardBoundary: CanActivate = {
  canActivate(context: ExecutionContext): boolean {
    const http = context.switchToHttp();
    noteGlobalGuards(http.getRequest<object>(), http.getResponse<object>());
    return true;
  },
};

/** The guards of the endpoint, behind a mark: the global ones, which are before it, run again with each route. */
export function withBoundary<T>(guards: readonly T[]): readonly (T | CanActivate)[] {
  return guards.length > 0 ? [guardBoundary, ...guards] : guards;
}
