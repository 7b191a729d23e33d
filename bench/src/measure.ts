import autocannon from 'autocannon';
import type { Adapter, AppSettings } from './app/app-settings.js';
import type { Operation } from './operations/index.js';
import { ServerProcess } from './process/server-process.js';

export interface MeasureOptions {
  /** How long to run before measuring; under 5 s much of the code is not optimised yet. */
  readonly warmupSeconds: number;
  readonly seconds: number;
  readonly connections: number;
}

export interface Measurement {
  readonly requestsPerSecond: number;
  /** CPU time of the server process. */
  readonly cpuMicrosPerRequest: number;
}

/** Measures one operation on a server that is started for it. */
export async function measure(
  adapter: Adapter,
  operation: Operation,
  options: MeasureOptions,
): Promise<Measurement> {
  return withServer(adapter, operation.settings, (server) => measureOn(server, operation, options));
}

/** Gives a server that is stopped in any case. */
export async function withServer<T>(
  adapter: Adapter,
  settings: AppSettings,
  use: (server: ServerProcess) => Promise<T>,
): Promise<T> {
  const server = await ServerProcess.start(adapter, settings);
  try {
    return await use(server);
  } finally {
    await server.stop();
  }
}

/** Measures one operation on a running server. */
export async function measureOn(
  server: ServerProcess,
  { name, request, check }: Operation,
  { warmupSeconds, seconds, connections }: MeasureOptions,
): Promise<Measurement> {
  const { path, ...sent } = request;
  const drive = (duration: number) =>
    autocannon({ ...sent, url: server.url + path, connections, pipelining: 1, duration });
  await check(server.url);
  await drive(warmupSeconds);
  const before = await server.cpuTime();
  const { requests, duration, errors, timeouts, non2xx } = await drive(seconds);
  const used = (await server.cpuTime()) - before;
  if (errors + timeouts + non2xx > 0) {
    throw new Error(`${name}: ${errors} errors, ${timeouts} timeouts, ${non2xx} answers other than 2xx`);
  }
  await check(server.url);
  return {
    requestsPerSecond: requests.total / duration,
    cpuMicrosPerRequest: used / requests.total,
  };
}
