import { ForbiddenException } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { isObservable, lastValueFrom } from 'rxjs';

/** What Nest says when a guard says no without a reason. */
const REFUSAL = 'Forbidden resource';

/**
 * Asks guards one after the other, as Nest does. A promise only when one of them takes time to decide.
 *
 * @throws what a guard throws; ForbiddenException when one says no
 */
export function runGuards(
  guards: readonly CanActivate[],
  context: ExecutionContext,
): Promise<void> | undefined {
  for (const [index, guard] of guards.entries()) {
    const decision = guard.canActivate(context);
    if (typeof decision !== 'boolean') {
      return decideLater(decision, guards.slice(index + 1), context);
    }
    assertActive(decision);
  }
  return undefined;
}

async function decideLater(
  first: unknown,
  others: readonly CanActivate[],
  context: ExecutionContext,
): Promise<void> {
  assertActive(await valueOf(first));
  for (const guard of others) {
    assertActive(await valueOf(guard.canActivate(context)));
  }
}

async function valueOf(decision: unknown): Promise<unknown> {
  const value = await decision;
  return isObservable(value) ? lastValueFrom(value) : value;
}

function assertActive(decision: unknown): void {
  if (!decision) {
    throw new ForbiddenException(REFUSAL);
  }
}
