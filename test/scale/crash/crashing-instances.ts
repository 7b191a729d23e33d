import { setTimeout as wait } from 'node:timers/promises';
import { AppProcess } from '../../support/app-process/index.js';
import type { PlatformName } from '../../support/app-process/index.js';
import { RoundRobinProxy } from '../../support/round-robin-proxy.js';
import type { JobsSettings } from '../app/jobs.module.js';

const SERVER = new URL('../app/server.ts', import.meta.url);

/** Two instances behind one address, one of which is killed and started again, and then the other. */
export class CrashingInstances {
  /** Processes that were killed. */
  readonly killed = new Set<number>();
  /** What nobody has caught in them. */
  readonly failures: string[] = [];

  private isWanted = true;
  private crashes?: Promise<void>;

  private constructor(
    private readonly startOne: () => Promise<AppProcess>,
    private readonly instances: AppProcess[],
    private readonly proxy: RoundRobinProxy,
  ) {}

  static async start(platform: PlatformName, settings: JobsSettings): Promise<CrashingInstances> {
    const startOne = () => AppProcess.start(SERVER, platform, { JOBS: JSON.stringify(settings) });
    const instances = await Promise.all([startOne(), startOne()]);
    const proxy = await RoundRobinProxy.start(...instances.map(({ url }) => url.origin));
    return new CrashingInstances(startOne, instances, proxy);
  }

  get url(): URL {
    return this.proxy.url;
  }

  /** How many requests each place has got. */
  get counts(): readonly number[] {
    return this.proxy.counts;
  }

  /** Kills one of them, again and again, with so much time between. */
  crashEvery(milliseconds: number): void {
    this.crashes = this.crash(milliseconds);
  }

  /** From now on both live. Settles when they do. */
  async calm(): Promise<void> {
    this.isWanted = false;
    await this.crashes;
  }

  async close(): Promise<void> {
    await this.calm();
    await this.proxy.close();
    await Promise.all(this.instances.map((instance) => this.leave(instance, 'stop')));
  }

  private async crash(milliseconds: number): Promise<void> {
    for (let index = 1; this.isWanted; index = 1 - index) {
      await wait(milliseconds);
      const victim = this.instances[index]!;
      this.killed.add(victim.pid);
      await this.leave(victim, 'kill');
      const next = await this.startOne();
      this.instances[index] = next;
      this.proxy.replace(index, next.url.origin);
    }
  }

  private async leave(instance: AppProcess, how: 'kill' | 'stop'): Promise<void> {
    await instance[how]();
    this.failures.push(...instance.failures);
  }
}
