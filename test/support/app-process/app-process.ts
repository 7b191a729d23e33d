import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { AppMessage, PlatformName, ProcessFigures } from './app-messages.js';

const TYPESCRIPT = new URL('../typescript/register.mjs', import.meta.url).href;

/** An application in a process of its own, so that its end is seen and its memory is nobody else's. */
export class AppProcess {
  /** What nobody has caught in it, and its end when nobody has asked for it. */
  readonly failures: string[] = [];
  url!: URL;

  private readonly waiting: ((message: AppMessage | undefined) => void)[] = [];
  private isWanted = true;

  private constructor(private readonly child: ChildProcess) {
    child.on('message', (message: AppMessage) => {
      if ('failure' in message) {
        this.failures.push(message.failure);
      } else {
        this.waiting.shift()?.(message);
      }
    });
    child.on('exit', (code, signal) => {
      if (this.isWanted) {
        this.failures.push(`the process has ended: ${signal ?? `exit code ${code}`}`);
      }
      this.waiting.splice(0).forEach((resolve) => resolve(undefined));
    });
  }

  /**
   * @param entry a TypeScript file that calls `serveApp()`
   * @param env what it finds in `process.env` besides
   */
  static async start(
    entry: URL,
    platform: PlatformName,
    env: Readonly<Record<string, string>> = {},
  ): Promise<AppProcess> {
    const child = fork(fileURLToPath(entry), {
      execArgv: ['--expose-gc', '--no-warnings', '--import', TYPESCRIPT],
      env: { ...process.env, PLATFORM: platform, NODE_ENV: 'production', ...env },
    });
    const started = new AppProcess(child);
    const message = await started.next();
    if (!message || !('url' in message)) {
      throw new Error(`The application did not start: ${started.failures.join('; ')}`);
    }
    started.url = new URL('/mcp', message.url);
    return started;
  }

  get pid(): number {
    return this.child.pid!;
  }

  /** Its figures when no client is connected any more; undefined when it has ended. */
  async idleFigures(): Promise<ProcessFigures | undefined> {
    for (;;) {
      const figures = await this.figures();
      if (!figures || figures.connections === 0) {
        return figures;
      }
    }
  }

  stop(): Promise<void> {
    return this.end('SIGTERM');
  }

  /** It is gone at once, and leaves behind what it was doing. */
  kill(): Promise<void> {
    return this.end('SIGKILL');
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    this.isWanted = false;
    if (this.child.exitCode === null && this.child.signalCode === null) {
      const gone = once(this.child, 'exit');
      this.child.kill(signal);
      await gone;
    }
  }

  private async figures(): Promise<ProcessFigures | undefined> {
    if (!this.child.connected) {
      return undefined;
    }
    const answer = this.next();
    this.child.send('measure');
    const message = await answer;
    return message && 'figures' in message ? message.figures : undefined;
  }

  private next(): Promise<AppMessage | undefined> {
    return new Promise((resolve) => this.waiting.push(resolve));
  }
}
