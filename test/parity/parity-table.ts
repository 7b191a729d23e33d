import type { DynamicModule, INestApplication, ModuleMetadata } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { McpModule } from 'nestjs-mcp';
import { createParityHarness, expectParity } from 'nestjs-mcp/testing';
import type { ParityDifference, ParityHarness, ParityRequest, ParityToolAnswer } from 'nestjs-mcp/testing';

export type Platform = 'fastify' | 'express';

type PerPlatform<T> = T | { readonly fastify: T; readonly express: T };

export interface ParityRow {
  /** What a user sees: the test's name. */
  readonly title: string;
  readonly tool: string;
  readonly args?: Readonly<Record<string, unknown>>;
  /** `GET /items/7`, or more. */
  readonly http: PerPlatform<string | ParityRequest>;
  readonly headers?: Readonly<Record<string, string>>;
  /** What HTTP answers: a row about a refusal must not pass because nothing is refused at all. */
  readonly status: PerPlatform<number>;
  /** What HTTP answers; not checked when left out. */
  readonly body?: unknown;
  /** The only platform that has such a case. */
  readonly on?: Platform;
  /**
   * Who may answer the call. A request that the route would refuse may be refused by the check of the arguments: how
   * much a schema says is not the matter here.
   *
   * @default ['route']
   */
  readonly answeredBy?: readonly ParityToolAnswer['answeredBy'][];
  /** Where the tool's answer is another on purpose, in exactly these ways. */
  readonly differs?: {
    readonly because: string;
    readonly in: PerPlatform<readonly ParityDifference[]>;
  };
}

export interface ParityApp extends ModuleMetadata {
  readonly configure?: (app: INestApplication, platform: Platform) => void | Promise<void>;
}

/** For rows whose arguments do not fit: HTTP refuses as well. */
export const REFUSED = { status: 400, answeredBy: ['arguments', 'route'] } as const;

/** One test for each row on each platform, against one application for each platform. */
export function describeParity(title: string, app: ParityApp, rows: readonly ParityRow[]): void {
  for (const platform of ['fastify', 'express'] as const) {
    const own = rows.filter(({ on }) => on === undefined || on === platform);
    if (own.length > 0) {
      describe(`${title} (${platform})`, () => runRows(platform, app, own));
    }
  }
}

function runRows(platform: Platform, app: ParityApp, rows: readonly ParityRow[]): void {
  let running: INestApplication;
  let parity: ParityHarness;

  beforeAll(async () => {
    running = await startApp(platform, app);
    parity = await createParityHarness(running);
  });

  afterAll(() => running.close());

  test.each(rows)('$title', async (row) => {
    const comparison = await parity.compare({
      tool: row.tool,
      arguments: row.args,
      http: requestOf(forPlatform(row.http, platform)),
      headers: row.headers,
    });

    expect(comparison.http.status).toBe(forPlatform(row.status, platform));
    if ('body' in row) {
      expect(comparison.http.body).toEqual(row.body);
    }
    const differences = row.differs ? forPlatform(row.differs.in, platform) : [];
    if (differences.length === 0) {
      expectParity(comparison);
    }
    expect(comparison.differences).toEqual(differences);
    expect(row.answeredBy ?? ['route']).toContain(comparison.tool.answeredBy);
  });
}

export async function startApp(
  platform: Platform,
  { configure, ...metadata }: ParityApp,
): Promise<INestApplication> {
  const root: DynamicModule = {
    ...metadata,
    module: class ParityAppModule {},
    imports: [McpModule.forRoot(), ...(metadata.imports ?? [])],
  };
  const app: INestApplication = await NestFactory.create(
    root,
    platform === 'fastify' ? new FastifyAdapter() : new ExpressAdapter(),
    { logger: false },
  );
  await configure?.(app, platform);
  return app.listen(0, '127.0.0.1').then(() => app);
}

function forPlatform<T>(value: PerPlatform<T>, platform: Platform): T {
  return typeof value === 'object' && value !== null && platform in value
    ? (value as Record<Platform, T>)[platform]
    : (value as T);
}

function requestOf(http: string | ParityRequest): ParityRequest {
  if (typeof http !== 'string') {
    return http;
  }
  const [method, path] = http.split(' ') as [string, string];
  return { method, path };
}
