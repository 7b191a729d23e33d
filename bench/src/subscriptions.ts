// Measures what idle subscriptions cost: memory of each, and whether calls get slower. `--help` shows the flags.
import { fileURLToPath } from 'node:url';
import type { Adapter } from './app/app-settings.js';
import { readFlags } from './flags.js';
import { formatTable } from './format-table.js';
import { atLeast, atMost } from './goals.js';
import { describeMachine } from './machine.js';
import { measureOn, withServer } from './measure.js';
import type { Measurement } from './measure.js';
import { findOperation } from './operations/index.js';
import { Child } from './process/child-process.js';
import type { ServerProcess } from './process/server-process.js';
import { median, range } from './statistics.js';

const COUNT = 10_000;
const CALL = findOperation('call');

interface KilobytesEach {
  readonly resident: number;
  readonly heap: number;
}

interface Round {
  readonly without: Measurement;
  readonly withOpen: Measurement;
  readonly kilobytes: KilobytesEach;
}

const flags = readFlags('npm run bench:subscriptions', { adapters: ['fastify', 'express'], rounds: 3 });
const rounds = new Map<Adapter, Round[]>(flags.adapters.map((adapter) => [adapter, []]));

console.log(`${describeMachine()}; ${COUNT} subscriptions`);
for (let number = 1; number <= flags.rounds; number++) {
  for (const [adapter, ofAdapter] of rounds) {
    console.error(`${adapter} ${number}/${flags.rounds}`);
    ofAdapter.push(await runRound(adapter));
  }
}
for (const [adapter, ofAdapter] of rounds) {
  console.log(`\n${adapter}, median of ${flags.rounds} rounds\n\n${formatRounds(ofAdapter)}`);
}

/** Both servers are new, so that neither is measured with code that has had more time to be optimised. */
async function runRound(adapter: Adapter): Promise<Round> {
  const settings = { subscriptions: COUNT };
  const without = await withServer(adapter, settings, (server) => measureOn(server, CALL, flags.measure));
  return withServer(adapter, settings, async (server) => {
    // What is allocated once, at the first requests, is no subscription's.
    await CALL.check(server.url);
    const before = await server.memory();
    const listeners = await openListeners(server);
    try {
      const after = await server.memory();
      const kilobytes = {
        resident: (after.resident - before.resident) / 1024 / COUNT,
        heap: (after.heap - before.heap) / 1024 / COUNT,
      };
      const withOpen = await measureOn(server, CALL, flags.measure);
      // It would be gone if the server had closed one of them.
      await listeners.ask('open');
      return { without, withOpen, kilobytes };
    } finally {
      await listeners.stop();
    }
  });
}

/** In a process of their own, so that they do not slow the one that drives the server. */
async function openListeners({ url }: ServerProcess): Promise<Child> {
  const child = new Child(fileURLToPath(new URL('./listeners.js', import.meta.url)), {
    env: { ...process.env, SERVER_URL: url, LISTENERS: String(COUNT) },
  });
  await child.nextMessage();
  return child;
}

function formatRounds(measured: readonly Round[]): string {
  const resident = measured.map(({ kilobytes }) => kilobytes.resident);
  const heap = measured.map(({ kilobytes }) => kilobytes.heap);
  const rates = measured.map(
    ({ without, withOpen }) => withOpen.requestsPerSecond / without.requestsPerSecond,
  );
  const costs = measured.map(
    ({ without, withOpen }) => without.cpuMicrosPerRequest / withOpen.cpuMicrosPerRequest,
  );
  return formatTable([
    ['', 'median', '(min-max)', 'wanted'],
    [
      'resident memory of each, KB',
      median(resident).toFixed(1),
      range(resident),
      atMost(25, median(resident), ' KB'),
    ],
    ['of which heap, KB', median(heap).toFixed(1), range(heap), ''],
    [
      'tools/call, req/s with them / without',
      median(rates).toFixed(2),
      range(rates),
      atLeast(0.9, median(rates)),
    ],
    ['tools/call, CPU time without / with them', median(costs).toFixed(2), range(costs), ''],
  ]);
}
