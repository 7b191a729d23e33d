import type { INestApplication } from '@nestjs/common';
import { BadRequestException, Body, Controller, Post, UsePipes, ValidationPipe } from '@nestjs/common';
import type { ValidationError } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import type { InputPlan } from '../../../lib/schema/index.js';
import { planOf } from '../route-input.fixture.js';
import type { Body as RequestBody, TruthCase } from './truth-case.js';

/** What the route answers: nothing when it takes the body, or the names of the rules that refuse it. */
export type Refusal = readonly string[] | undefined;

const CONCURRENCY = 16;

/** A running application with one route for every case. */
export class TruthApp {
  private constructor(
    private readonly app: INestApplication,
    private readonly base: string,
  ) {}

  static async start(cases: readonly TruthCase[], platform: 'fastify' | 'express'): Promise<TruthApp> {
    const controllers = cases.map(controllerFor);
    const module = await Test.createTestingModule({ controllers }).compile();
    const adapter = platform === 'fastify' ? new FastifyAdapter() : new ExpressAdapter();
    const app = module.createNestApplication(adapter, { logger: false });
    await app.listen(0, '127.0.0.1');
    return new TruthApp(app, await app.getUrl());
  }

  /** What the route answers to each body, over HTTP. */
  async ask(index: number, bodies: readonly RequestBody[]): Promise<Refusal[]> {
    const answers: Refusal[] = [];
    const waiting = [...bodies.entries()];
    const work = async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        answers[next[0]] = await this.askOne(index, next[1]);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, work));
    return answers;
  }

  close(): Promise<void> {
    return this.app.close();
  }

  private async askOne(index: number, body: RequestBody): Promise<Refusal> {
    const response = await fetch(`${this.base}/case-${index}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as { rules?: string[]; statusCode?: number };
    return response.status === 201 ? undefined : (answer.rules ?? [`status ${response.status}`]);
  }
}

/** The plan of a case's route. */
export function planOfCase(truthCase: TruthCase): InputPlan {
  const controller = controllerFor(truthCase, 0);
  const globalPipes = Reflect.getMetadata('__pipes__', controller) as unknown[];
  return planOf(controller, 'take', { globalPipes });
}

type DynamicController = new () => object;

function controllerFor({ dto, options }: TruthCase, index: number): DynamicController {
  class CaseController {
    take() {
      return { taken: true };
    }
  }
  const { prototype } = CaseController;
  Reflect.defineMetadata('design:paramtypes', [dto], prototype, 'take');
  Body()(prototype, 'take', 0);
  Post(`case-${index}`)(prototype, 'take', Object.getOwnPropertyDescriptor(prototype, 'take')!);
  UsePipes(
    new ValidationPipe({
      ...options,
      exceptionFactory: (errors) => new BadRequestException({ rules: rulesOf(errors) }),
    }),
  )(CaseController);
  Controller()(CaseController);
  return CaseController;
}

function rulesOf(errors: readonly ValidationError[]): string[] {
  return errors.flatMap(({ constraints = {}, children = [] }) => [
    ...Object.keys(constraints),
    ...rulesOf(children),
  ]);
}
