import type { ValidationPipeOptions } from '@nestjs/common';
import { ValidationPipe } from '@nestjs/common';
import type { InputPlan } from '../../lib/schema/index.js';
import { buildInputPlan } from '../../lib/schema/index.js';
import { POLICY } from './route-input.fixture.js';

export type Body = Readonly<Record<string, unknown>>;
export type DtoClass = abstract new (...args: never[]) => object;

/** A handler that takes one object as its body, behind a ValidationPipe with the given options. */
export class ValidatedBody {
  readonly plan: InputPlan;
  private readonly pipe: ValidationPipe;

  constructor(
    private readonly type: DtoClass,
    options: ValidationPipeOptions = {},
    pipes?: readonly unknown[],
  ) {
    this.pipe = new ValidationPipe(options);
    this.plan = buildInputPlan(
      {
        label: `Test.${type.name}`,
        verb: 'POST',
        pathParameters: [],
        parameters: [{ source: 'body', index: 0, type, pipes: pipes ?? [this.pipe] }],
      },
      POLICY,
    );
  }

  get properties() {
    return this.plan.inputSchema.properties ?? {};
  }

  get required(): readonly string[] {
    return this.plan.inputSchema.required ?? [];
  }

  /** Whether the real pipe takes a body. */
  async takes(body: Body): Promise<boolean> {
    try {
      // Not structuredClone(): class-validator asks `instanceof Object`, which jest's realm answers differently there.
      await this.pipe.transform(JSON.parse(JSON.stringify(body)), {
        type: 'body',
        metatype: this.type as never,
      });
      return true;
    } catch {
      return false;
    }
  }

  /** Whether `prepare()` takes it. */
  prepares(body: Body): boolean {
    return this.plan.prepare(body).problems === undefined;
  }

  /** [what the pipe says, what `prepare()` says] for every body. */
  async verdicts(...bodies: Body[]): Promise<[boolean, boolean][]> {
    return Promise.all(
      bodies.map(async (body): Promise<[boolean, boolean]> => [await this.takes(body), this.prepares(body)]),
    );
  }
}

export const BOTH_TAKE = [true, true];
export const BOTH_REFUSE = [false, false];
