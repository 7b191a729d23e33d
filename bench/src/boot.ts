// Measures how much longer an app takes to boot with `McpModule`. `--help` shows the flags.
import { fileURLToPath } from 'node:url';
import type { Adapter, AppSettings } from './app/app-settings.js';
import { writeEnvironment } from './app/environment.js';
import { readFlags } from './flags.js';
import { formatTable } from './format-table.js';
import { atMost } from './goals.js';
import { describeMachine } from './machine.js';
import { Child } from './process/child-process.js';
import type { BootTimes } from './process/boot-times.js';
import { median, range } from './statistics.js';

const ENTRY = fileURLToPath(new URL('./boot-server.js', import.meta.url));

const TOOL_COUNTS = [50, 500];
/** In milliseconds, of the module with the most of these. */
const GOAL = 300;

interface Round {
  readonly without: BootTimes;
  readonly withModule: BootTimes;
}

const flags = readFlags('npm run bench:boot', { adapters: ['fastify', 'express'], rounds: 7 });
const cells = flags.adapters.flatMap((adapter) =>
  TOOL_COUNTS.map((toolCount) => ({ adapter, toolCount, rounds: [] as Round[] })),
);

console.log(`${describeMachine()}; milliseconds, median of ${flags.rounds} rounds\n`);
for (let number = 1; number <= flags.rounds; number++) {
  for (const { adapter, toolCount, rounds } of cells) {
    rounds.push({
      without: await boot(adapter, { toolCount, withoutModule: true }),
      withModule: await boot(adapter, { toolCount }),
    });
  }
}
console.log(
  formatTable([
    ['', 'without', 'with', 'added', 'import', 'in all', '(min-max)', 'CPU in all', 'wanted'],
    ...cells.map(({ adapter, toolCount, rounds }) =>
      rowOf(`${adapter}, ${toolCount} tools`, toolCount, rounds),
    ),
  ]),
);

async function boot(adapter: Adapter, settings: AppSettings): Promise<BootTimes> {
  const child = new Child(ENTRY, {
    env: { ...writeEnvironment(adapter, settings), NODE_ENV: 'production' },
  });
  try {
    return (await child.nextMessage()) as BootTimes;
  } finally {
    await child.stop();
  }
}

/** Importing the package counts as well: an app without the module would not. */
function rowOf(title: string, toolCount: number, rounds: readonly Round[]): string[] {
  const medianOf = (read: (round: Round) => number) => median(rounds.map(read));
  const added = ({ without, withModule }: Round) => withModule.boot.wall - without.boot.wall;
  const all = rounds.map((round) => added(round) + round.withModule.import.wall);
  const cpu = medianOf(
    ({ without, withModule }) => withModule.boot.cpu - without.boot.cpu + withModule.import.cpu,
  );
  return [
    title,
    medianOf(({ without }) => without.boot.wall).toFixed(0),
    medianOf(({ withModule }) => withModule.boot.wall).toFixed(0),
    medianOf(added).toFixed(0),
    medianOf(({ withModule }) => withModule.import.wall).toFixed(0),
    median(all).toFixed(0),
    range(all, 0),
    cpu.toFixed(0),
    toolCount === Math.max(...TOOL_COUNTS) ? atMost(GOAL, median(all), ' ms') : '',
  ];
}
