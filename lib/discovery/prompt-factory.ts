import type { JsonSchema, McpPromptArgument } from '../interfaces/index.js';
import type { InputPlan } from '../schema/index.js';
import type { CallableFactory } from './callable-factory.js';
import { documentedDescription, methodInWords } from './method-description.js';
import type { PromptIdentity } from './prompt-identity.js';
import type { Prompt } from './prompt.interface.js';

/** Makes the prompt of a method. */
export class PromptFactory {
  constructor(private readonly callables: CallableFactory) {}

  /** @throws Error that names the method when it cannot be a prompt */
  create({ method, name, options }: PromptIdentity): Prompt {
    const callable = this.callables.create(method, 'prompt');
    if (options.arguments) {
      assertArguments(options.arguments, callable.input, method.label);
    }
    const listed = options.arguments ?? deriveArguments(callable.input.inputSchema);
    return {
      ...callable,
      definition: {
        name,
        title: options.title,
        description: options.description ?? documentedDescription(method) ?? methodInWords(method),
        arguments: listed.length > 0 ? listed : undefined,
        icons: options.icons,
        _meta: options.meta,
      },
    };
  }
}

/** The arguments of a prompt are the properties of its schema. */
export function deriveArguments({ properties = {}, required = [] }: JsonSchema): McpPromptArgument[] {
  return Object.entries(properties).map(([name, { title, description }]) => ({
    name,
    title,
    description,
    required: required.includes(name),
  }));
}

/** A client must be able to give what is listed, and all that is needed. */
function assertArguments(
  listed: readonly McpPromptArgument[],
  { inputSchema, rest }: InputPlan,
  label: string,
): void {
  const names = listed.map(({ name }) => name);
  const unknown = names.find((name) => !Object.hasOwn(inputSchema.properties ?? {}, name));
  if (unknown !== undefined && rest === undefined) {
    throw new Error(
      `${label}: @McpPrompt({ arguments }) lists "${unknown}", but no parameter takes it. ` +
        `The parameters are: ${Object.keys(inputSchema.properties ?? {}).join(', ') || 'none'}.`,
    );
  }
  const missing = inputSchema.required?.find((name) => !names.includes(name));
  if (missing !== undefined) {
    throw new Error(
      `${label}: @McpPrompt({ arguments }) leaves out "${missing}", which the method requires.`,
    );
  }
}
