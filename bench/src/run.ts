// Measures `tools/call` against the same handler as a plain route of the same app. `--help` shows the flags.
import { availableParallelism, cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { measure } from './measure.js';
import type { Measurement } from './measure.js';
import { formatReport } from './report.js';
import type { Round } from './report.js';
import { OPERATIONS } from './requests.js';
import type { Operation } from './requests.js';
import type { Adapter } from './server-process.js';

const USAGE = `npm run bench -- [flags]
  --adapter fastify|express   may be repeated (fastify)
  --rounds N                  (5)
  --seconds N                 measured time of each cell (5)
  --warmup N                  time before that (5; less measures code that V8 has not optimised)
  --connections N             (10)`;

const { values: flags } = parseArgs({
  options: {
    adapter: { type: 'string', multiple: true, default: ['fastify'] },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '5' },
    warmup: { type: 'string', default: '5' },
    connections: { type: 'string', default: '10' },
    help: { type: 'boolean', default: false },
  },
});

if (flags.help) {
  console.log(USAGE);
} else {
  await run(flags.adapter.map(toAdapter), Number(flags.rounds));
}

async function run(adapters: readonly Adapter[], roundCount: number): Promise<void> {
  console.log(`Node ${process.version}, ${availableParallelism()} cores, ${cpus()[0]?.model}\n`);
  const rounds: Record<Adapter, Round[]> = { fastify: [], express: [] };
  for (let number = 1; number <= roundCount; number++) {
    for (const adapter of adapters) {
      rounds[adapter].push(await runRound(adapter, `${adapter} ${number}/${roundCount}`));
    }
  }
  for (const adapter of adapters) {
    console.log(`\n${adapter}, median of ${roundCount} rounds\n\n${formatReport(rounds[adapter])}`);
  }
}

/** The operations follow each other, so that they meet the machine in the same state. */
async function runRound(adapter: Adapter, label: string): Promise<Round> {
  const round: Partial<Record<Operation, Measurement>> = {};
  for (const operation of OPERATIONS) {
    const measurement = await measure(adapter, operation, {
      warmupSeconds: Number(flags.warmup),
      seconds: Number(flags.seconds),
      connections: Number(flags.connections),
    });
    round[operation] = measurement;
    const { requestsPerSecond, cpuMicrosPerRequest } = measurement;
    console.error(
      `${label} ${operation}: ${requestsPerSecond.toFixed(0)} req/s, ${cpuMicrosPerRequest.toFixed(1)} us/req`,
    );
  }
  return round as Round;
}

function toAdapter(name: string): Adapter {
  if (name !== 'fastify' && name !== 'express') {
    throw new Error(`--adapter takes fastify and express, not "${name}"`);
  }
  return name;
}
