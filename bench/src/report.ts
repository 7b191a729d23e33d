import type { Measurement } from './measure.js';
import { OPERATIONS } from './requests.js';
import type { Operation } from './requests.js';

/** The measurements of one round, made one after the other. */
export type Round = Readonly<Record<Operation, Measurement>>;

const NAMES: Readonly<Record<Operation, string>> = {
  rest: 'POST /echo',
  modern: 'tools/call 2026-07-28',
  legacy: 'tools/call 2025-06-18',
};

const HEADER = ['', 'req/s', 'ratio', '(min-max)', 'CPU us/req', 'CPU ratio', '(min-max)', 'best us'];

/** A table of medians. A ratio compares with the plain route in the same round. */
export function formatReport(rounds: readonly Round[]): string {
  const rows = OPERATIONS.map((operation) => {
    const measurements = rounds.map((round) => round[operation]);
    const rates = rounds.map((round) => round[operation].requestsPerSecond / round.rest.requestsPerSecond);
    const costs = rounds.map(
      (round) => round.rest.cpuMicrosPerRequest / round[operation].cpuMicrosPerRequest,
    );
    const cpu = measurements.map(({ cpuMicrosPerRequest }) => cpuMicrosPerRequest);
    return [
      NAMES[operation],
      median(measurements.map(({ requestsPerSecond }) => requestsPerSecond)).toFixed(0),
      median(rates).toFixed(2),
      range(rates),
      median(cpu).toFixed(1),
      median(costs).toFixed(2),
      range(costs),
      Math.min(...cpu).toFixed(1),
    ];
  });
  const table = [HEADER, ...rows];
  const widths = HEADER.map((_, column) => Math.max(...table.map((row) => row[column]!.length)));
  return table
    .map((row) =>
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!)))
        .join('  '),
    )
    .join('\n');
}

function range(values: readonly number[]): string {
  return `${Math.min(...values).toFixed(2)}-${Math.max(...values).toFixed(2)}`;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
