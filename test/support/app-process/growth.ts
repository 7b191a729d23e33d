import type { ProcessFigures } from './app-messages.js';

const MEGABYTE = 1024 * 1024;

/** What there is more of than before, the heap by more than a share of it. */
export function growthOf(before: ProcessFigures, after: ProcessFigures, heapShare: number): string[] {
  const problems: string[] = [];
  if (after.heapUsed > before.heapUsed * (1 + heapShare)) {
    problems.push(`the heap has grown from ${megabytes(before.heapUsed)} to ${megabytes(after.heapUsed)}`);
  }
  for (const kind of ['resources', 'listeners'] as const) {
    for (const [name, count] of Object.entries(after[kind])) {
      const earlier = before[kind][name] ?? 0;
      if (count > earlier) problems.push(`${kind}: ${name} was ${earlier}, and is ${count}`);
    }
  }
  return problems;
}

export function megabytes(bytes: number): string {
  return `${(bytes / MEGABYTE).toFixed(1)} MB`;
}
