// Measures what the endpoint answers against plain routes that do the same. `--help` shows the flags.
import type { Adapter } from './app/app-settings.js';
import { readFlags } from './flags.js';
import { describeMachine } from './machine.js';
import { measure } from './measure.js';
import type { Measurement } from './measure.js';
import { OPERATIONS, selectOperations } from './operations/index.js';
import type { Operation } from './operations/index.js';
import { formatReport } from './report.js';
import type { Round } from './report.js';

const flags = readFlags(
  'npm run bench',
  { adapters: ['fastify', 'express'], rounds: 5 },
  OPERATIONS.map(({ name }) => name),
);
const operations = selectOperations(flags.only);
const rounds = new Map<Adapter, Round[]>(flags.adapters.map((adapter) => [adapter, []]));

console.log(describeMachine());
for (let number = 1; number <= flags.rounds; number++) {
  for (const [adapter, ofAdapter] of rounds) {
    ofAdapter.push(await runRound(adapter, `${adapter} ${number}/${flags.rounds}`));
  }
}
for (const [adapter, ofAdapter] of rounds) {
  console.log(`\n${adapter}, median of ${flags.rounds} rounds\n\n${formatReport(operations, ofAdapter)}`);
}

/** The operations follow each other, so that they meet the machine in the same state. */
async function runRound(adapter: Adapter, label: string): Promise<Round> {
  const round = new Map<Operation, Measurement>();
  for (const operation of operations) {
    const measurement = await measure(adapter, operation, flags.measure);
    round.set(operation, measurement);
    const { requestsPerSecond, cpuMicrosPerRequest } = measurement;
    console.error(
      `${label} ${operation.name}: ${requestsPerSecond.toFixed(0)} req/s, ${cpuMicrosPerRequest.toFixed(1)} us/req`,
    );
  }
  return round;
}
