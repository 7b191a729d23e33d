import { AppProcess } from '../support/app-process/index.js';
import type { PlatformName, ProcessFigures } from '../support/app-process/index.js';
import { ACTIONS } from './actions.js';
import { SoakClient } from './soak-client.js';

const SERVER = new URL('./app/server.ts', import.meta.url);
/** The part of the time that passes before anything is measured. */
const WARM_UP = 0.3;

export interface SoakOptions {
  readonly platform: PlatformName;
  readonly seconds: number;
  readonly connections: number;
}

export interface SoakReport {
  /** How often each action was done. */
  readonly done: Readonly<Record<string, number>>;
  /** What was answered wrongly, and how often. */
  readonly wrong: ReadonlyMap<string, number>;
  readonly crashes: readonly string[];
  readonly before: ProcessFigures | undefined;
  readonly after: ProcessFigures | undefined;
}

/** Many callers at once, each of which looks at its own answers, against an application in a process of its own. */
export async function soak({ platform, seconds, connections }: SoakOptions): Promise<SoakReport> {
  const app = await AppProcess.start(SERVER, platform);
  const clients = Array.from(
    { length: connections },
    (_, index) => new SoakClient(app.url, `caller${index}`),
  );
  const done: Record<string, number> = {};
  const wrong = new Map<string, number>();
  const runFor = async (duration: number) => {
    const end = Date.now() + duration * 1_000;
    await Promise.all(clients.map((client, index) => act(client, index)));
    clients.forEach((client) => client.disconnect());

    async function act(client: SoakClient, index: number): Promise<void> {
      const random = randomFrom(index + duration);
      while (Date.now() < end && app.failures.length === 0) {
        const [name, action] = pick(random);
        try {
          await action(client, random, clients);
          done[name] = (done[name] ?? 0) + 1;
        } catch (error) {
          const text = `${name}: ${error instanceof Error ? error.message : String(error)}`;
          wrong.set(text, (wrong.get(text) ?? 0) + 1);
        }
      }
    }
  };
  try {
    await runFor(seconds * WARM_UP);
    const before = await app.idleFigures();
    await runFor(seconds * (1 - WARM_UP));
    return { done, wrong, crashes: app.failures, before, after: await app.idleFigures() };
  } finally {
    await app.stop();
  }
}

function pick(random: () => number): (typeof ENTRIES)[number] {
  return ENTRIES[Math.floor(random() * ENTRIES.length)]!;
}

const ENTRIES = Object.entries(ACTIONS);

/** The same numbers for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b9);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
