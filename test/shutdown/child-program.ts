import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { compileProgram } from '../support/compile-program.js';

/** Makes JavaScript of the library and of `child/main.ts`, for a process without Jest, and returns its path. */
export function compileChild(): string {
  const folder = compileProgram('child-program', [
    'test/shutdown/child/main.ts',
    'test/shutdown/tasks.fixture.ts',
    'test/streams/job.fixture.ts',
  ]);
  return join(folder, 'test/shutdown/child/main.js');
}

export interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
}

/** A running program that writes JSON, one line at a time. */
export class ChildProgram {
  readonly ended: Promise<Ended>;
  private readonly process: ChildProcess;
  private readonly lines: AsyncIterator<string>;

  constructor(path: string, args: readonly string[]) {
    this.process = spawn(process.execPath, [path, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
    this.lines = createInterface(this.process.stdout!)[Symbol.asyncIterator]();
    this.ended = new Promise((resolve) => {
      this.process.once('exit', (code, signal) => resolve({ code, signal }));
    });
  }

  async read(): Promise<Record<string, unknown>> {
    const line = await this.lines.next();
    return line.done === true ? { ended: true } : (JSON.parse(line.value) as Record<string, unknown>);
  }

  terminate(): void {
    this.process.kill('SIGTERM');
  }

  kill(): void {
    this.process.kill('SIGKILL');
  }
}
