// Runs the official conformance suite against the fixture application, on Fastify and on Express. `npm run conformance`
// builds both before. The last line is `N passed, N failed` (scenarios); the exit code is 1 when one failed. A warning is
// a failure here. `PLATFORM=express` runs one platform only. The logs of a run that failed are kept. The scenarios of tasks
// are run again with a redis-server of their own as the store.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { RedisServer } from '../support/redis-server.ts';
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
const TASKS = [
  'capability-negotiation',
  'dispatch-and-envelope',
  'lifecycle',
  'mrtr-composition',
  'mrtr-input',
  'request-headers',
  'request-state-removal',
  'required-task-error',
  'status-notifications',
  'wire-fields',
];

const platforms = process.env.PLATFORM ? [process.env.PLATFORM] : ['fastify', 'express'];
const logs = mkdtempSync(join(tmpdir(), 'conformance-'));
const total = { passed: 0, failed: 0 };

installSuite();
for (const platform of platforms) {
  await withServer(platform, platform, {}, async (url) => {
    for (const { name, args, expected } of RUNS) {
      const scenarios = await runSuite(url, args, join(logs, `${platform}-${name}`));
      report(`${name} on ${platform}`, scenarios, expected);
    }
  });
}
const redis = await RedisServer.start();
const kept = new Redis(redis.url);
try {
  for (const platform of platforms) {
    await withServer(platform, `${platform}-redis`, { REDIS_URL: redis.url }, async (url) => {
      const scenarios = [];
      for (const name of TASKS) {
        const output = join(logs, `${platform}-redis-${name}`);
        scenarios.push(...(await runSuite(url, ['--scenario', `tasks-${name}`], output)));
      }
      if ((await kept.keys('*:task:*')).length === 0) {
        scenarios.push({ name: 'the store', problems: ['no task is kept in Redis'] });
      }
      await kept.flushall();
      report(`tasks with Redis on ${platform}`, scenarios, TASKS.length);
    });
  }
} finally {
  kept.disconnect();
  await redis.close();
}

console.log(total.failed === 0 ? '' : `\nThe logs are in ${logs}`);
if (total.failed === 0) {
  rmSync(logs, { recursive: true });
}
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;

async function withServer(platform, log, env, use) {
  const server = await startServer(platform, join(logs, `${log}.log`), env);
  try {
    await use(server.url);
  } finally {
    await server.stop();
  }
}

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
