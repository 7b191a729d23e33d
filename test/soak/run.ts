// `npm run soak`: many callers at once, on both platforms. Prints the figures; the last line is `N passed, N failed`, and
// the exit code 1 when something does not hold.
//   --seconds 60        on each platform
//   --connections 200
//   --platform express
import { parseArgs } from 'node:util';
import { growthOf, megabytes, PLATFORMS } from '../support/app-process/index.js';
import type { PlatformName } from '../support/app-process/index.js';
import { soak } from './soak.js';
import type { SoakOptions, SoakReport } from './soak.js';

/** What the heap may have grown by after the warm-up. */
const HEAP_SHARE = 0.1;

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    connections: { type: 'string', default: '200' },
    platform: { type: 'string' },
  },
});
const total = { passed: 0, failed: 0 };

for (const platform of values.platform === undefined ? PLATFORMS : [values.platform as PlatformName]) {
  const options = { platform, seconds: Number(values.seconds), connections: Number(values.connections) };
  report(options, await soak(options));
}

console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;

function report(
  { platform, seconds, connections }: SoakOptions,
  { done, wrong, crashes, before, after }: SoakReport,
) {
  const sum = Object.values(done).reduce((left, right) => left + right, 0);
  console.log(`${platform}: ${connections} connections, ${seconds} s, ${sum} actions`);
  Object.entries(done).forEach(([name, count]) => console.log(`  ${name.padEnd(26)} ${count}`));
  if (before && after) {
    console.log(`  heap after gc              ${megabytes(before.heapUsed)} -> ${megabytes(after.heapUsed)}`);
    console.log(
      `  open resources             ${JSON.stringify(before.resources)} -> ${JSON.stringify(after.resources)}`,
    );
    console.log(`  listeners                  ${JSON.stringify(after.listeners)}`);
  }
  const growth = before && after ? growthOf(before, after, HEAP_SHARE) : ['the server has no figures'];
  check(
    `${platform}: every answer is its own caller's`,
    sum > 0 ? [...wrong].map(([text, count]) => `${count} x ${text}`) : ['nothing was done'],
  );
  check(`${platform}: the heap is flat, and no listener or handle is left`, growth);
  check(`${platform}: nothing is uncaught`, crashes);
}

function check(name: string, problems: readonly string[]): void {
  const isGood = problems.length === 0;
  total[isGood ? 'passed' : 'failed']++;
  console.log(`  ${isGood ? 'ok    ' : 'FAILED'} ${name}`);
  problems.slice(0, 20).forEach((problem) => console.log(`         ${problem}`));
}
