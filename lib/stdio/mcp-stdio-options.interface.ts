import type { Readable, Writable } from 'node:stream';
import type { INestApplication, NestApplicationOptions } from '@nestjs/common';
import type { AbstractHttpAdapter } from '@nestjs/core';
import type { McpVerifiedToken } from '../interfaces/index.js';

/**
 * Options of `McpStdio.serve()`.
 *
 * @publicApi
 */
export interface McpStdioOptions {
  /**
   * What becomes `request.user` before any guard runs: who the process works for. A function is called for every message;
   * what it throws is answered as an internal error.
   *
   * @default the `user` of `auth`, else its claims; without `auth` nobody
   */
  user?: unknown;

  /**
   * What becomes `request.auth`, as `McpBearerGuard` makes it of an access token. The guard lets it in without a token, and
   * checks its scopes and its end. A function is called for every message.
   *
   * @default none
   */
  auth?: McpVerifiedToken | (() => McpVerifiedToken | Promise<McpVerifiedToken>);

  /**
   * Headers of every request, for guards that verify a credential: `{ authorization: 'Bearer …' }` with a token from the
   * environment. Nothing is sent by default.
   */
  headers?: Readonly<Record<string, string>>;

  /**
   * The HTTP platform, `new FastifyAdapter()` for example.
   *
   * @default Express when `@nestjs/platform-express` is installed, as `NestFactory.create()` takes it; else Fastify
   */
  adapter?: AbstractHttpAdapter;

  /** Does what `main.ts` does between `NestFactory.create()` and `app.listen()`: global pipes, prefix, plugins. */
  configure?: (app: INestApplication) => unknown;

  /**
   * Options of `NestFactory.create()`.
   *
   * @default a logger that writes to standard error, without colors when that is no terminal
   */
  application?: NestApplicationOptions;

  /**
   * Longest message of the client, in bytes. The body limit of the HTTP platform applies as well.
   *
   * @default 10485760 (10 MiB)
   */
  maxMessageBytes?: number;

  /**
   * Where messages come from.
   *
   * @default process.stdin
   */
  input?: Readable;

  /**
   * Where messages go. Only when it is standard output is everything else kept away from it.
   *
   * @default process.stdout
   */
  output?: Writable;
}

/**
 * An application that is served over standard input and output.
 *
 * @publicApi
 */
export interface McpStdioServer {
  readonly app: INestApplication;
  /** Resolves when the client has closed its end, or `close()` was called, and the application has closed. */
  readonly closed: Promise<void>;
  /** Takes no more messages, lets calls end within `shutdownGraceMs` and closes the application. */
  close(): Promise<void>;
}
