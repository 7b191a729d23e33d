import type { Server } from 'node:http';
import { Logger } from '@nestjs/common';
import type { DynamicModule, Type } from '@nestjs/common';
import { Bridge, MessageOutput } from '../bridge/index.js';
import { createApplication } from './create-application.js';
import type { McpStdioOptions, McpStdioServer } from './mcp-stdio-options.interface.js';
import { MemoryAgent } from './memory-agent.js';
import { divertStandardOutput } from './standard-output.js';

const MAX_MESSAGE_BYTES = 10 * 1024 * 1024;
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * Serves an application to a client that has started this process, and writes and reads messages on its standard streams.
 *
 * @publicApi
 */
export class McpStdio {
  /**
   * Starts the application, without listening at a port, and answers the client until it closes its end. Every message is
   * an HTTP request within the process: middleware, guards, pipes, interceptors and filters run as they do over HTTP.
   *
   * From the call on nothing but messages gets to standard output. A module that writes something while it is imported has
   * to be imported later: `McpStdio.serve(import('./app.module.js').then((file) => file.AppModule))`.
   *
   * @throws what the application throws at boot
   *
   * @example
   * ```ts
   * await McpStdio.serve(AppModule, { user: { id: process.env.USER } });
   * ```
   */
  static async serve(
    module: Type | DynamicModule | Promise<Type | DynamicModule>,
    options: McpStdioOptions = {},
  ): Promise<McpStdioServer> {
    const { input = process.stdin, output: stream = process.stdout } = options;
    const output = new MessageOutput(stream);
    const restore = stream === process.stdout ? divertStandardOutput() : () => undefined;
    try {
      const { app, mcp } = await createApplication(module, options);
      const logger = new Logger('McpStdio');
      const bridge = new Bridge({
        endpoint: {
          // Nobody resolves the name. It is one that the endpoint takes.
          url: new URL(mcp.path, `http://${mcp.allowedHosts?.[0] ?? 'localhost'}`),
          headers: options.headers ?? {},
          agent: new MemoryAgent(app.getHttpServer() as Server),
        },
        input,
        output,
        maxMessageBytes: options.maxMessageBytes ?? MAX_MESSAGE_BYTES,
        report: (text) => logger.warn(text),
      });
      const stop = () => bridge.stop();
      SIGNALS.forEach((signal) => process.once(signal, stop));
      const closed = serveUntilEnd(bridge, app, mcp.shutdownGraceMs).finally(() => {
        SIGNALS.forEach((signal) => process.removeListener(signal, stop));
        restore();
      });
      const close = () => {
        stop();
        return closed;
      };
      return { app, closed, close };
    } catch (error) {
      restore();
      throw error;
    }
  }
}

async function serveUntilEnd(
  bridge: Bridge,
  app: McpStdioServer['app'],
  shutdownGraceMs: number,
): Promise<void> {
  await bridge.run();
  await bridge.drain(shutdownGraceMs);
  // Subscriptions get their ends from the application.
  await app.close();
  await bridge.end({ endsSession: false });
}
