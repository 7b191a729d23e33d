// Runs the official conformance suite against the fixture application, on Fastify and on Express. `npm run conformance`
// builds both before. The last line is `N passed, N failed` (scenarios); the exit code is 1 when one failed. A warning is
// a failure here. `PLATFORM=express` runs one platform only. The logs of a run that failed are kept.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from './server.mjs';
import { installSuite, runSuite } from './suite.mjs';

/** `expected` is how many scenarios there are: one that did not run is one that failed. */
const RUNS = [
  { name: '2026-07-28', args: ['--requirements', '2026-07-28'], expected: 50 },
  { name: '2025-11-25', args: ['--requirements', '2025-11-25'], expected: 33 },
  { name: '2025-06-18', args: ['--suite', 'all', '--spec-version', '2025-06-18'], expected: 27 },
  ...['enumeration', 'manifest', 'directory'].map((part) => ({
    name: `skills-${part}`,
    args: ['--scenario', `sep-2640-skills-${part}`],
    expected: 1,
  })),
];

const platforms = process.env.PLATFORM ? [process.env.PLATFORM] : ['fastify', 'express'];
const logs = mkdtempSync(join(tmpdir(), 'conformance-'));
const total = { passed: 0, failed: 0 };

installSuite();
for (const platform of platforms) {
  const server = await startServer(platform, join(logs, `${platform}.log`));
  try {
    for (const { name, args, expected } of RUNS) {
      const scenarios = await runSuite(server.url, args, join(logs, `${platform}-${name}`));
      report(`${name} on ${platform}`, scenarios, expected);
    }
  } finally {
    await server.stop();
  }
}

console.log(total.failed === 0 ? '' : `\nThe logs are in ${logs}`);
if (total.failed === 0) {
  rmSync(logs, { recursive: true });
}
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;

function report(title, scenarios, expected) {
  const failed = scenarios.filter(({ problems }) => problems.length > 0);
  const missing = Math.max(0, expected - scenarios.length);
  const passed = scenarios.length - failed.length;
  console.log(`${title}: ${passed} of ${Math.max(expected, scenarios.length)} scenarios`);
  for (const { name, problems } of failed) {
    console.log(`  FAILED  ${name}`);
    problems.forEach((problem) => console.log(`          ${problem}`));
  }
  if (missing > 0) {
    console.log(`  FAILED  ${missing} scenarios did not run`);
  }
  total.passed += passed;
  total.failed += failed.length + missing;
}
