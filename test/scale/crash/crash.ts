import { Redis } from 'ioredis';
import type { McpTaskRecord } from 'nestjs-mcp';
import { RedisServer } from '../../support/redis-server.js';
import type { PlatformName } from '../../support/app-process/index.js';
import { TaskClient } from '../../tasks/task-client.js';
import type { TaskView } from '../../tasks/task-client.js';
import type { JobsSettings, JournalEntry } from '../app/jobs.module.js';
import { CrashingInstances } from './crashing-instances.js';
import { runJob } from './job.js';
import type { JobReport } from './job.js';

export interface CrashOptions {
  readonly platform: PlatformName;
  readonly tasks: number;
  /** Clients that each have one job done after the other. */
  readonly clients: number;
  /** Between the start of an instance and the end of the next one. */
  readonly crashEveryMs: number;
}

/** A task, as it was seen by its client and as it is kept when all is over. */
export interface TaskReport extends JobReport {
  /** What tasks/get says when all is over. */
  readonly later?: TaskView;
}

export interface CrashReport {
  readonly seconds: number;
  readonly tasks: readonly TaskReport[];
  /** Processes that were killed. */
  readonly killed: ReadonlySet<number>;
  readonly requests: readonly number[];
  /** Calls that were broken off, whose clients do not know whether there is a task. */
  readonly brokenOff: number;
  /** All that is kept, also of calls that were broken off. */
  readonly records: readonly McpTaskRecord[];
  /** Tasks that are leased, and those that count for their owners. */
  readonly leases: number;
  readonly counted: number;
  readonly journal: readonly JournalEntry[];
  readonly failures: readonly string[];
}

const LEASE_MS = 3_000;
const SHORTEST_JOB_MS = 50;
const LONGEST_JOB_MS = 1_000;
const SETTLE_MS = 10 * LEASE_MS;

/** Has tasks run by two instances of which one after the other is killed, and looks at what has become of them. */
export async function crash(options: CrashOptions): Promise<CrashReport> {
  const server = await RedisServer.start();
  const redis = new Redis(server.url);
  const settings: JobsSettings = {
    redisUrl: server.url,
    prefix: '{crash}:',
    key: 'a key of thirty-two characters or more',
    tasks: { leaseMs: LEASE_MS, max: 2 * options.tasks + 1_000, maxPerPrincipal: 2 * options.tasks + 1_000 },
  };
  const instances = await CrashingInstances.start(options.platform, settings);
  try {
    const begin = Date.now();
    let brokenOff = 0;
    const jobs: JobReport[] = [];
    let next = 0;
    const work = async () => {
      const client = new TaskClient(instances.url);
      while (next < options.tasks) {
        const ms = SHORTEST_JOB_MS + ((next * 7_919) % (LONGEST_JOB_MS - SHORTEST_JOB_MS));
        const tool = next % 2 === 0 ? 'work' : 'work_again';
        jobs.push(await runJob(client, tool, `job-${++next}`, ms, () => brokenOff++));
      }
    };
    instances.crashEvery(options.crashEveryMs);
    await Promise.all(Array.from({ length: options.clients }, work));
    const seconds = (Date.now() - begin) / 1_000;
    await instances.calm();
    // Of those that nobody asks for, too.
    const records = await settled(redis, settings.prefix);
    return {
      seconds,
      tasks: await Promise.all(jobs.map((job) => seenAgain(instances.url, job))),
      killed: instances.killed,
      requests: [...instances.counts],
      brokenOff,
      records,
      leases: await redis.zcard(`${settings.prefix}tasks:leases`),
      counted: sum(await redis.hvals(`${settings.prefix}tasks:owners`)),
      journal: (await redis.lrange(`${settings.prefix}journal`, 0, -1)).map(
        (text) => JSON.parse(text) as JournalEntry,
      ),
      failures: instances.failures,
    };
  } finally {
    await instances.close();
    redis.disconnect();
    await server.close();
  }
}

async function seenAgain(url: URL, job: JobReport): Promise<TaskReport> {
  const look = () => new TaskClient(url).ask('get', job.taskId);
  // A connection that was idle may be closed at the moment at which it is used again.
  const { message } = await look().catch(look).catch(look);
  return { ...job, later: message.result as TaskView | undefined };
}

/** What is kept when no task is at work any more, or should be. */
async function settled(redis: Redis, prefix: string): Promise<McpTaskRecord[]> {
  for (const deadline = Date.now() + SETTLE_MS; ;) {
    const records = await recordsIn(redis, prefix);
    if (records.every(({ leaseUntil }) => leaseUntil === undefined) || Date.now() > deadline) {
      return records;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function recordsIn(redis: Redis, prefix: string): Promise<McpTaskRecord[]> {
  const keys = await redis.keys(`${prefix}task:*`);
  const texts = await Promise.all(keys.map((key) => redis.hget(key, 'record')));
  return texts.filter((text) => text !== null).map((text) => JSON.parse(text) as McpTaskRecord);
}

function sum(numbers: readonly string[]): number {
  return numbers.reduce((total, number) => total + Number(number), 0);
}
