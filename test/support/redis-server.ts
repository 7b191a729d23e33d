import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PROGRAM = '/usr/bin/redis-server';

/** A Redis server of its own, on a free port of this machine. What it keeps survives its death, not `close()`. */
export class RedisServer {
  private process?: ChildProcess;

  private constructor(
    readonly port: number,
    private readonly folder: string,
    private readonly settings: readonly string[],
  ) {}

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** @param settings as on the command line of redis-server */
  static async start(...settings: readonly string[]): Promise<RedisServer> {
    if (!existsSync(PROGRAM)) {
      throw new Error(`These tests need ${PROGRAM}: apt-get install -y redis-server`);
    }
    const folder = mkdtempSync(join(tmpdir(), 'redis-server-'));
    const server = new RedisServer(await freePort(), folder, settings);
    await server.start();
    return server;
  }

  /** Starts it, or starts it again with what it has kept. */
  async start(): Promise<void> {
    const child = spawn(
      PROGRAM,
      [
        ...['--port', String(this.port), '--bind', '127.0.0.1', '--dir', this.folder],
        ...['--save', '', '--appendonly', 'yes', '--appendfsync', 'always', '--loglevel', 'warning'],
        ...this.settings,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    this.process = child;
    const ended = once(child, 'exit').then(() => {
      throw new Error(`redis-server has ended instead of listening on port ${this.port}`);
    });
    ended.catch(() => undefined);
    await Promise.race([this.untilItAnswers(), ended]);
  }

  /** It is gone at once, without a word to its clients. */
  async kill(): Promise<void> {
    const child = this.process;
    this.process = undefined;
    if (child && child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  }

  /** It keeps its connections, and answers nothing until `wake()`. */
  freeze(): void {
    this.process?.kill('SIGSTOP');
  }

  wake(): void {
    this.process?.kill('SIGCONT');
  }

  async close(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async untilItAnswers(): Promise<void> {
    while (!(await this.answers())) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  private answers(): Promise<boolean> {
    return new Promise((resolve) => {
      const socket = connect(this.port, '127.0.0.1', () => socket.write('PING\r\n'));
      socket.setEncoding('utf8');
      socket.on('data', (reply: string) => {
        socket.destroy();
        // Not while it loads what it has kept.
        resolve(/^(\+PONG|-NOAUTH)/.test(reply));
      });
      socket.on('error', () => resolve(false));
    });
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
