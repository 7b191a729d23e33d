// `npm run tasks:crash`: tasks are created, polled and finished on two instances behind one address, with a Redis server
// of their own, while one instance after the other is killed and started again, on both platforms. Prints the figures; the
// last line is `N passed, N failed`, and the exit code 1 when something does not hold.
//   --tasks 1000          on each platform
//   --clients 20          at once
//   --crash-every 2000    milliseconds that both instances live
//   --platform express
import { parseArgs } from 'node:util';
import { PLATFORMS } from '../../support/app-process/index.js';
import type { PlatformName } from '../../support/app-process/index.js';
import { crash } from './crash.js';
import type { CrashOptions, CrashReport } from './crash.js';
import { figuresOf } from './figures.js';

const { values } = parseArgs({
  options: {
    tasks: { type: 'string', default: '1000' },
    clients: { type: 'string', default: '20' },
    'crash-every': { type: 'string', default: '2000' },
    platform: { type: 'string' },
  },
});
const total = { passed: 0, failed: 0 };

for (const platform of values.platform === undefined ? PLATFORMS : [values.platform as PlatformName]) {
  const options: CrashOptions = {
    platform,
    tasks: Number(values.tasks),
    clients: Number(values.clients),
    crashEveryMs: Number(values['crash-every']),
  };
  report(options, await crash(options));
}

console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;

function report({ platform, tasks, clients }: CrashOptions, run: CrashReport): void {
  const figures = figuresOf(run);
  const { completed, failed, failedAfterWork, rerun, doneAgain, unheard, lost, finishedTwice, stuck, wrong } =
    figures;
  console.log(`${platform}: ${tasks} tasks, ${clients} clients, ${run.seconds.toFixed(1)} s`);
  print('requests to each place', run.requests.join(', '));
  print('instances killed', run.killed.size);
  print('completed', completed);
  print('failed with their instance', `${failed}, of which ${failedAfterWork} had done their work`);
  print('begun again', `${rerun}, of which ${doneAgain} had done their work`);
  print('lost', lost.length);
  print('finished twice', finishedTwice.length);
  print('stuck', stuck.length);
  print('calls broken off', `${run.brokenOff}, of which ${unheard} had become tasks`);
  const missing = tasks - run.tasks.length;
  check(`${platform}: no task is lost`, missing > 0 ? [`${missing} were not run`, ...lost] : lost);
  check(`${platform}: no task is finished twice`, finishedTwice);
  check(`${platform}: no task is stuck, those that nobody asks for included`, stuck);
  check(`${platform}: a task fails, or is begun again, with its instance only, and says why`, wrong);
  check(`${platform}: instances were killed meanwhile, and tasks with them`, [
    ...(run.killed.size === 0 ? ['none was killed'] : []),
    ...(completed === 0 ? ['no task was completed'] : []),
    ...(figures.rerun === 0 ? ['no task was begun again'] : []),
    ...(run.journal.some(({ pid }) => run.killed.has(pid)) ? [] : ['those that were had begun nothing']),
  ]);
  check(`${platform}: nothing is left of tasks that have ended but what they are kept as`, [
    ...(run.leases > 0 ? [`${run.leases} are leased`] : []),
    ...(run.counted === run.records.length
      ? []
      : [`${run.records.length} are kept, and ${run.counted} counted`]),
  ]);
  check(`${platform}: nothing is uncaught`, run.failures);
}

function print(name: string, value: string | number): void {
  console.log(`  ${name.padEnd(26)} ${value}`);
}

function check(name: string, problems: readonly string[]): void {
  const isGood = problems.length === 0;
  total[isGood ? 'passed' : 'failed']++;
  console.log(`  ${isGood ? 'ok    ' : 'FAILED'} ${name}`);
  problems.slice(0, 10).forEach((problem) => console.log(`         ${problem}`));
}
