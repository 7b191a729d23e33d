import { formatTable } from './format-table.js';
import { atLeast } from './goals.js';
import type { Measurement } from './measure.js';
import { findOperation } from './operations/index.js';
import type { Operation } from './operations/index.js';
import { median, range } from './statistics.js';

/** The measurements of one round, made one after the other, by operation. */
export type Round = ReadonlyMap<Operation, Measurement>;

const HEADER = [
  '',
  'req/s',
  'ratio',
  '(min-max)',
  'CPU us/req',
  'CPU ratio',
  '(min-max)',
  'best us',
  'compared with',
  'ratio wanted',
];

/** A table of medians. A ratio compares with the operation's baseline in the same round. */
export function formatReport(operations: readonly Operation[], rounds: readonly Round[]): string {
  return formatTable([HEADER, ...operations.map((operation) => rowOf(operation, rounds))]);
}

function rowOf(operation: Operation, rounds: readonly Round[]): string[] {
  const { title, goal } = operation;
  const baseline = findOperation(operation.baseline ?? operation.name);
  const rates = rounds.map((round) => round.get(operation)!.requestsPerSecond);
  const costs = rounds.map((round) => round.get(operation)!.cpuMicrosPerRequest);
  const ratios = rounds.map((round, index) => rates[index]! / round.get(baseline)!.requestsPerSecond);
  const costRatios = rounds.map((round, index) => round.get(baseline)!.cpuMicrosPerRequest / costs[index]!);
  const cells = [title, median(rates).toFixed(0)];
  const cost = median(costs).toFixed(1);
  const best = Math.min(...costs).toFixed(1);
  if (baseline === operation) {
    return [...cells, '', '', cost, '', '', best, '', ''];
  }
  return [
    ...cells,
    median(ratios).toFixed(2),
    range(ratios),
    cost,
    median(costRatios).toFixed(2),
    range(costRatios),
    best,
    baseline.title,
    goal === undefined ? '' : atLeast(goal, median(ratios)),
  ];
}
