import { fileURLToPath } from 'node:url';
import type { Adapter, AppSettings } from '../app/app-settings.js';
import { writeEnvironment } from '../app/environment.js';
import { Child } from './child-process.js';
import type { Listening, Memory, Usage } from './server-messages.js';

const ENTRY = fileURLToPath(new URL('../server.js', import.meta.url));

/** A running server, in a process of its own. */
export class ServerProcess {
  private constructor(
    private readonly child: Child,
    readonly url: string,
  ) {}

  static async start(adapter: Adapter, settings: AppSettings): Promise<ServerProcess> {
    const child = new Child(ENTRY, {
      env: { ...writeEnvironment(adapter, settings), NODE_ENV: 'production' },
      execArgv: ['--expose-gc'],
    });
    const { url } = (await child.nextMessage()) as Listening;
    return new ServerProcess(child, url);
  }

  /** CPU time used so far, user and system, of all threads, in microseconds. */
  async cpuTime(): Promise<number> {
    return ((await this.child.ask('cpu')) as Usage).cpuMicros;
  }

  async memory(): Promise<Memory> {
    return ((await this.child.ask('memory')) as { memory: Memory }).memory;
  }

  stop(): Promise<void> {
    return this.child.stop();
  }
}
