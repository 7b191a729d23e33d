import type { IncomingHttpHeaders } from 'node:http';
import type { Prompt } from '../../discovery/index.js';
import type { McpPromptArgument } from '../../interfaces/index.js';
import type { ArgumentLimits } from '../../limits/index.js';
import { invalidParams, isJsonObject } from '../../protocol/index.js';
import type { ProtocolError } from '../../protocol/index.js';
import { valueOfText } from '../../schema/index.js';
import type { ArgumentPolicy, ArgumentProblem } from '../../schema/index.js';

type Arguments = Readonly<Record<string, unknown>>;

/** Checks the arguments of one prompt, which are texts, and turns them into what its method takes. */
export class PromptArguments {
  private readonly listed: readonly McpPromptArgument[];
  private readonly names: ReadonlySet<string>;
  /** Arguments of other names are taken as well: the method takes an object of any. */
  private readonly isOpen: boolean;

  constructor(
    private readonly prompt: Prompt,
    private readonly policy: ArgumentPolicy,
    private readonly limits: ArgumentLimits,
  ) {
    const { definition, input } = prompt;
    this.listed = definition.arguments ?? [];
    this.names = new Set(this.listed.map(({ name }) => name));
    this.isOpen = definition.arguments === undefined && input.rest !== undefined;
  }

  /** @throws ProtocolError -32602 that names what is missing, unknown or wrong */
  prepare(given: unknown, headers: IncomingHttpHeaders): Arguments {
    const texts = this.readTexts(given ?? {}, headers);
    const missing = this.listed.find(({ name, required }) => required && !Object.hasOwn(texts, name));
    if (missing) {
      throw invalidParams(
        `Missing argument "${missing.name}" of the prompt "${this.prompt.definition.name}"`,
      );
    }
    const values = this.toValues(texts);
    // A text may stand for an object.
    this.assertWithinLimits(values, headers);
    const { arguments: args, problems } = this.prompt.input.prepare(values);
    if (problems) {
      throw this.unfit(problems);
    }
    return args;
  }

  private assertWithinLimits(args: Arguments, headers: IncomingHttpHeaders): void {
    const problem = this.limits.problem(args, headers);
    if (problem) {
      throw this.unfit([problem]);
    }
  }

  private unfit(problems: readonly ArgumentProblem[]): ProtocolError {
    const lines = problems.map(({ path, message }) => (path ? `${path}: ${message}` : message));
    return invalidParams(
      `The arguments do not fit the prompt "${this.prompt.definition.name}": ${lines.join('; ')}`,
    );
  }

  private readTexts(given: unknown, headers: IncomingHttpHeaders): Readonly<Record<string, string>> {
    if (!isJsonObject(given)) {
      throw invalidParams('"arguments" must be an object');
    }
    this.assertWithinLimits(given, headers);
    const texts: Record<string, string> = {};
    for (const [name, value] of Object.entries(given)) {
      if (!this.isKnown(name)) {
        continue;
      }
      if (typeof value !== 'string') {
        throw invalidParams(`The argument "${name}" must be a string, as all arguments of prompts`);
      }
      texts[name] = value;
    }
    return texts;
  }

  /** @throws ProtocolError -32602 for an unknown one that is not to be ignored */
  private isKnown(name: string): boolean {
    if (this.names.has(name) || (this.isOpen && name !== '__proto__')) {
      return true;
    }
    const { unknownArguments, ignoredArguments } = this.policy;
    if (unknownArguments === 'reject' && !ignoredArguments.includes(name)) {
      const known = [...this.names].join(', ');
      throw invalidParams(
        `Unknown argument "${name}" of the prompt "${this.prompt.definition.name}"; ` +
          (known ? `its arguments are: ${known}` : 'it has none'),
      );
    }
    return false;
  }

  /** What travels in a body has a type; everything else is text over HTTP, too. */
  private toValues(texts: Readonly<Record<string, string>>): Arguments {
    const { inputSchema, bindings } = this.prompt.input;
    const values: Record<string, unknown> = { ...texts };
    for (const { argument, source } of bindings) {
      const schema = inputSchema.properties?.[argument];
      const text = Object.hasOwn(texts, argument) ? texts[argument] : undefined;
      if (source === 'body' && schema && text !== undefined) {
        values[argument] = valueOfText(text, schema, inputSchema);
      }
    }
    return values;
  }
}
