import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { transformFileSync } from '@swc/core';

const ROOT = join(import.meta.dirname, '../..');
const FOLDER = join(ROOT, 'node_modules/.cache/child-program');

/** Makes JavaScript of the library and of `child/main.ts`, for a process without Jest, and returns its path. */
export function compileChild(): string {
  const sources = [
    ...libraryFiles(),
    'test/shutdown/child/main.ts',
    'test/shutdown/tasks.fixture.ts',
    'test/streams/job.fixture.ts',
  ];
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, 'package.json'), '{"type":"module"}');
  for (const source of sources) {
    const { code } = transformFileSync(join(ROOT, source), {
      jsc: {
        parser: { syntax: 'typescript', decorators: true },
        transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: true },
        target: 'es2022',
      },
      module: { type: 'es6' },
    });
    const file = join(FOLDER, source.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, code);
  }
  return join(FOLDER, 'test/shutdown/child/main.js');
}

function libraryFiles(): string[] {
  const names = readdirSync(join(ROOT, 'lib'), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.ts')).map((name) => join('lib', name));
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
