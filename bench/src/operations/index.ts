import { ANSWER_OPERATIONS } from './answer.operations.js';
import { ECHO_OPERATIONS, GROWTH_OPERATIONS } from './echo.operations.js';
import { LIST_OPERATIONS } from './list.operations.js';
import type { Operation } from './operation.js';

export type { Operation } from './operation.js';

export const OPERATIONS: readonly Operation[] = [
  ...ECHO_OPERATIONS,
  ...LIST_OPERATIONS,
  ...ANSWER_OPERATIONS,
  ...GROWTH_OPERATIONS,
];

export function findOperation(name: string): Operation {
  const operation = OPERATIONS.find((candidate) => candidate.name === name);
  if (!operation) {
    throw new Error(`There is no operation "${name}"; there are ${OPERATIONS.map((o) => o.name).join(', ')}`);
  }
  return operation;
}

/** Those of these names, or all, with what they are compared with, in the order in which they are listed. */
export function selectOperations(names: readonly string[]): readonly Operation[] {
  if (names.length === 0) {
    return OPERATIONS;
  }
  const selected = new Set(names.flatMap((name) => withBaselines(findOperation(name))));
  return OPERATIONS.filter((operation) => selected.has(operation));
}

function withBaselines(operation: Operation): Operation[] {
  const { baseline } = operation;
  return baseline === undefined ? [operation] : [operation, ...withBaselines(findOperation(baseline))];
}
