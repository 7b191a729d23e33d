import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const START_MS = 30_000;
const STOP_MS = 5_000;

/** Starts the fixture application in a process of its own, on a port of its own. */
export async function startServer(platform, logFile, env = {}) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/mcp`;
  const log = openSync(logFile, 'w');
  const child = spawn(process.execPath, [join(import.meta.dirname, 'build/main.js')], {
    env: { ...process.env, PORT: String(port), PLATFORM: platform, ...env },
    stdio: ['ignore', log, log],
  });
  const exited = once(child, 'exit');
  await untilItAnswers(child, url, logFile);
  return {
    url,
    stop: async () => {
      child.kill('SIGTERM');
      await Promise.race([exited, wait(STOP_MS, undefined, { ref: false })]);
      child.kill('SIGKILL');
    },
  };
}

async function untilItAnswers(child, url, logFile) {
  for (const end = Date.now() + START_MS; Date.now() < end; await wait(100)) {
    if (child.exitCode !== null) {
      break;
    }
    if (await fetch(url).catch(() => undefined)) {
      return;
    }
  }
  child.kill('SIGKILL');
  throw new Error(`The conformance server did not start: see ${logFile}`);
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
