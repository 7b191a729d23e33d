import type { INestApplication, PipeTransform, Type as NestType } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { planOfCase, TruthApp } from './truth/truth-app.js';
import type { Body, TruthCase } from './truth/truth-case.js';

const ajv = new Ajv2020({ strict: true });
(addFormats as unknown as (ajv: Ajv2020) => void)(ajv);

export type Platform = 'fastify' | 'express';

/** A running application of one controller. */
export class FactsApp {
  private constructor(
    private readonly app: INestApplication,
    private readonly base: string,
  ) {}

  static async start(
    controller: NestType,
    globalPipes: PipeTransform[] = [],
    platform: Platform = 'fastify',
  ): Promise<FactsApp> {
    const module = await Test.createTestingModule({ controllers: [controller] }).compile();
    const adapter = platform === 'fastify' ? new FastifyAdapter() : new ExpressAdapter();
    const app = module.createNestApplication(adapter, { logger: false });
    app.useGlobalPipes(...globalPipes);
    await app.listen(0, '127.0.0.1');
    return new FactsApp(app, await app.getUrl());
  }

  get url(): string {
    return this.base;
  }

  async get(path: string): Promise<{ status: number; text: string }> {
    const response = await fetch(this.base + path);
    return { status: response.status, text: await response.text() };
  }

  async post(path: string, json: string): Promise<number> {
    const headers = { 'content-type': 'application/json' };
    const { status } = await fetch(this.base + path, { method: 'POST', headers, body: json });
    return status;
  }

  close(): Promise<void> {
    return this.app.close();
  }
}

/** What the route says to a body over HTTP, what the listed schema says, and what `prepare()` says. */
export type Verdict = readonly [http: boolean, listed: boolean, prepared: boolean];

export const TAKEN: Verdict = [true, true, true];
export const REFUSED: Verdict = [false, false, false];
/** Refused by the route alone: a schema cannot say it. */
export const LEFT_TO_THE_ROUTE: Verdict = [false, true, true];

/** The verdicts on bodies of a class, from a running application. */
export async function verdicts(
  dto: TruthCase['dto'],
  options: TruthCase['options'],
  ...bodies: Body[]
): Promise<Verdict[]> {
  const truthCase: TruthCase = { name: 'fact', dto, options, bodies: [] };
  const app = await TruthApp.start([truthCase], 'fastify');
  try {
    const refusals = await app.ask(0, bodies);
    const plan = planOfCase(truthCase);
    const validate = ajv.compile(plan.inputSchema);
    return bodies.map((body, index) => [
      refusals[index] === undefined,
      validate(body),
      plan.prepare(body).problems === undefined,
    ]);
  } finally {
    await app.close();
  }
}

/** The names of the arguments that callers must give. */
export function requiredOf(dto: TruthCase['dto'], options?: TruthCase['options']): readonly string[] {
  return planOfCase({ name: 'fact', dto, options, bodies: [] }).inputSchema.required ?? [];
}

export function propertyOf(dto: TruthCase['dto'], name: string, options?: TruthCase['options']) {
  return planOfCase({ name: 'fact', dto, options, bodies: [] }).inputSchema.properties?.[name];
}
