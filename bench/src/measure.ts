import autocannon from 'autocannon';
import { checkAnswers, createRequest } from './requests.js';
import type { Operation } from './requests.js';
import { ServerProcess } from './server-process.js';
import type { Adapter } from './server-process.js';

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
  { warmupSeconds, seconds, connections }: MeasureOptions,
): Promise<Measurement> {
  const server = await ServerProcess.start(adapter);
  try {
    const { path, ...request } = createRequest(operation);
    const drive = (duration: number) =>
      autocannon({
        ...request,
        url: server.url + path,
        method: 'POST',
        connections,
        pipelining: 1,
        duration,
      });
    await checkAnswers(server.url, operation);
    await drive(warmupSeconds);
    const before = await server.cpuTime();
    const { requests, duration, errors, timeouts, non2xx } = await drive(seconds);
    const used = (await server.cpuTime()) - before;
    if (errors + timeouts + non2xx > 0) {
      throw new Error(
        `${operation}: ${errors} errors, ${timeouts} timeouts, ${non2xx} answers other than 2xx`,
      );
    }
    await checkAnswers(server.url, operation);
    return {
      requestsPerSecond: requests.total / duration,
      cpuMicrosPerRequest: used / requests.total,
    };
  } finally {
    await server.stop();
  }
}
