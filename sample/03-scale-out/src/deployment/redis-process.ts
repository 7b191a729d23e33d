import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';

const MISSING =
  'This sample needs Redis, and there is no redis-server in the PATH. Install it ' +
  '(apt-get install redis-server, brew install redis), or set REDIS_URL to a Redis that is running.';

export interface RedisProcess {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts redis-server on a free port. It keeps nothing on disk. */
export async function startRedis(): Promise<RedisProcess> {
  const port = await freePort();
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  // In a process group of its own: Ctrl-C must not end it before the instances are done with it.
  const child = spawn('redis-server', settings, { stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  const ended = once(child, 'close');
  ended.catch(() => undefined);

  try {
    await once(child, 'spawn');
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? new Error(MISSING) : error;
  }
  const output: string[] = [];
  await new Promise<void>((resolve, reject) => {
    createInterface(child.stdout)
      .on('line', (line) => {
        output.push(line);
        if (line.includes('Ready to accept connections')) resolve();
      })
      .on('close', () => reject(new Error(`redis-server has ended:\n${output.join('\n')}`)));
  });
  return {
    url: `redis://127.0.0.1:${port}`,
    stop: async () => {
      child.kill();
      await ended;
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
