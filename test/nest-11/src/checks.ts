import { deepStrictEqual } from 'node:assert';

let passed = 0;
let failed = 0;

/** Runs one check, and prints how it ended. */
export async function check(name: string, run: () => Promise<void>): Promise<void> {
  try {
    await run();
    passed++;
    console.log(`ok      ${name}`);
  } catch (error) {
    failed++;
    console.log(`FAILED  ${name}\n${error instanceof Error ? error.stack : String(error)}`);
  }
}

export function equal(actual: unknown, expected: unknown): void {
  deepStrictEqual(actual, expected);
}

/** The last line of the output, and the exit code. */
export function summarize(): void {
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}
