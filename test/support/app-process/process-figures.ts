import type { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ProcessFigures } from './app-messages.js';

/** Measures this process, which must have been started with `--expose-gc`. */
export async function measureProcess(server: Server): Promise<ProcessFigures> {
  // Finalizers and weak references take a turn of the loop, and a collection after it.
  for (let round = 0; round < 4; round++) {
    globalThis.gc!();
    await nextTurn();
  }
  return {
    heapUsed: process.memoryUsage().heapUsed,
    resources: countedBy(process.getActiveResourcesInfo()),
    listeners: { ...listenersOf('process', process), ...listenersOf('server', server) },
    connections: await connectionsOf(server),
  };
}

function countedBy(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) {
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

function listenersOf(owner: string, emitter: EventEmitter): Record<string, number> {
  return Object.fromEntries(
    emitter.eventNames().map((name) => [`${owner}:${String(name)}`, emitter.listenerCount(name)]),
  );
}

function connectionsOf(server: Server): Promise<number> {
  return new Promise((resolve, reject) =>
    server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );
}
