import { fork } from 'node:child_process';
import type { ChildProcess, ForkOptions } from 'node:child_process';
import { once } from 'node:events';

/** Another process that answers each message with one. */
export class Child {
  private readonly process: ChildProcess;

  constructor(
    private readonly file: string,
    options: ForkOptions = {},
  ) {
    this.process = fork(file, options);
  }

  /** @throws when the process ends instead */
  async nextMessage(): Promise<unknown> {
    const listening = new AbortController();
    const { signal } = listening;
    try {
      return await Promise.race([
        once(this.process, 'message', { signal }).then(([message]) => message as unknown),
        once(this.process, 'exit', { signal }).then(([code]) => {
          throw new Error(`${this.file} ended with exit code ${String(code)}`);
        }),
      ]);
    } finally {
      listening.abort();
    }
  }

  ask(question: string): Promise<unknown> {
    this.process.send(question);
    return this.nextMessage();
  }

  async stop(): Promise<void> {
    if (this.process.exitCode === null && this.process.signalCode === null) {
      const gone = once(this.process, 'exit');
      this.process.kill();
      await gone;
    }
  }
}
