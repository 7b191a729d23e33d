import { ValidationPipe } from '@nestjs/common';
import type { Callable } from '../discovery/index.js';
import type { JsonSchema, McpEntryHandler, McpEntryInput } from '../interfaces/index.js';
import type { InputPlanFactory } from '../schema/index.js';
import type { RouteParameter } from '../schema/index.js';

/** Makes what a call runs of a plain function. */
export class EntryCallableFactory {
  constructor(private readonly inputPlans: InputPlanFactory) {}

  /** @throws Error that names the entry when its schema cannot be used */
  create<Args extends object>(
    label: string,
    inputSchema: McpEntryInput<Args> | undefined,
    handler: McpEntryHandler<Args>,
  ): Callable {
    if (typeof handler !== 'function') {
      throw new Error(`${label} needs a handler, a function that answers it.`);
    }
    return typeof inputSchema === 'function'
      ? this.createOfClass(label, inputSchema, handler)
      : this.createOfSchema(label, inputSchema, handler);
  }

  private createOfClass<Args extends object>(
    label: string,
    type: NewableFunction,
    handler: McpEntryHandler<Args>,
  ): Callable {
    const pipe = new ValidationPipe({ transform: true });
    return {
      label,
      input: this.createInput(label, [{ source: 'body', index: 0, type, pipes: [pipe] }]),
      target: {
        kind: 'function',
        run: async (args, context) => {
          const checked: unknown = await pipe.transform(args, { type: 'body', metatype: type as never });
          return handler(checked as Args, context);
        },
      },
    };
  }

  private createOfSchema<Args extends object>(
    label: string,
    schema: JsonSchema | undefined,
    handler: McpEntryHandler<Args>,
  ): Callable {
    return {
      label,
      input: schema
        ? this.createInput(label, [{ source: 'body', index: 0, pipes: [] }], schema)
        : this.createInput(label, []),
      target: { kind: 'function', run: (args, context) => handler(args as Args, context) },
    };
  }

  private createInput(label: string, parameters: RouteParameter[], explicitSchema?: JsonSchema) {
    return this.inputPlans.create({ label, verb: 'POST', pathParameters: [], parameters, explicitSchema });
  }
}
