import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export type Adapter = 'fastify' | 'express';

/** What the server says over IPC: its address once it listens, and its CPU time whenever it is sent anything. */
export type ServerMessage = { url: string } | { cpu: NodeJS.CpuUsage };

const ENTRY = fileURLToPath(new URL('./server.js', import.meta.url));

/** A running server, in a process of its own. */
export class ServerProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {}

  static async start(adapter: Adapter): Promise<ServerProcess> {
    const child = fork(ENTRY, {
      env: { ...process.env, ADAPTER: adapter, PORT: '0', NODE_ENV: 'production' },
    });
    const message = await nextMessage(child);
    if (!('url' in message)) {
      throw new Error('The server did not begin with its address');
    }
    return new ServerProcess(child, message.url);
  }

  /** CPU time used so far, user and system, of all threads, in microseconds. */
  async cpuTime(): Promise<number> {
    this.child.send('cpu');
    const message = await nextMessage(this.child);
    if (!('cpu' in message)) {
      throw new Error('The server did not tell its CPU time');
    }
    return message.cpu.user + message.cpu.system;
  }

  async stop(): Promise<void> {
    const gone = once(this.child, 'exit');
    this.child.kill();
    await gone;
  }
}

async function nextMessage(child: ChildProcess): Promise<ServerMessage> {
  const listening = new AbortController();
  const { signal } = listening;
  try {
    return await Promise.race([
      once(child, 'message', { signal }).then(([message]) => message as ServerMessage),
      once(child, 'exit', { signal }).then(([code]) => {
        throw new Error(`The server ended with exit code ${String(code)}`);
      }),
    ]);
  } finally {
    listening.abort();
  }
}
