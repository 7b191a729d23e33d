/** The first message of a server, sent once it listens. */
export interface Listening {
  readonly url: string;
}

export interface Usage {
  /** CPU time used so far, user and system, of all threads, in microseconds. */
  readonly cpuMicros: number;
  readonly memory?: Memory;
}

/** In bytes, after the garbage was collected. */
export interface Memory {
  readonly resident: number;
  /** The heap of V8, and what its objects hold outside of it. */
  readonly heap: number;
}

/** What a server is asked for: `memory` includes the CPU time as well, but takes long. */
export type Question = 'cpu' | 'memory';

/** Tells the process that forked this one that it listens, and then whatever it asks for. */
export function serveParent(listening: Listening): void {
  const send = process.send?.bind(process);
  if (!send) {
    return;
  }
  process.on('message', (question: Question) => send(answer(question)));
  process.on('disconnect', () => process.exit());
  send(listening);
}

function answer(question: Question): Usage {
  const { user, system } = process.cpuUsage();
  return { cpuMicros: user + system, ...(question === 'memory' && { memory: readMemory() }) };
}

function readMemory(): Memory {
  if (!global.gc) {
    throw new Error('Memory is measured with --expose-gc');
  }
  // What the first collection finalizes, the second one frees.
  global.gc();
  global.gc();
  const { rss, heapUsed, external } = process.memoryUsage();
  return { resident: rss, heap: heapUsed + external };
}
