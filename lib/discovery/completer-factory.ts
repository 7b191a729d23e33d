import type { CallableFactory } from './callable-factory.js';
import type { Completer } from './completer.interface.js';
import type { DecoratedMethod } from './decorated-method.js';
import { ROUTE_ARGS_METADATA, RouteParamtype } from './nest-metadata.js';
import type { Prompt } from './prompt.interface.js';
import type { ResourceTemplate } from './resource.interface.js';

/** What a completer is called with when it is a method of a provider. */
export const COMPLETER_ARGUMENTS = ['value', 'arguments'] as const;

/** Makes the completers of methods. */
export class CompleterFactory {
  constructor(
    private readonly callables: CallableFactory,
    private readonly prompts: readonly Prompt[],
    private readonly templates: readonly ResourceTemplate[],
  ) {}

  /** @throws Error that names the method when there is nothing that it could complete */
  create(method: DecoratedMethod): Completer {
    const { ref, argument } = method.metadata.getComplete()!;
    const known = this.argumentsOf(ref);
    if (!known) {
      throw new Error(
        `${method.label}: @McpComplete({ ref }) names "${ref}", but there is no prompt and no resource template ` +
          'of that name, and no template of that text.',
      );
    }
    if (!known.isOpen && !known.names.includes(argument)) {
      throw new Error(
        `${method.label}: @McpComplete({ argument }) names "${argument}", which "${ref}" does not have. ` +
          `It has: ${known.names.join(', ') || 'none'}.`,
      );
    }
    return { ...this.callables.create(method, 'completion'), ref, argument };
  }

  private argumentsOf(
    ref: string,
  ): { readonly names: readonly string[]; readonly isOpen: boolean } | undefined {
    const prompt = this.prompts.find(({ definition }) => definition.name === ref);
    if (prompt) {
      return { names: (prompt.definition.arguments ?? []).map(({ name }) => name), isOpen: false };
    }
    const match = this.templates.find(
      ({ definition }) => definition.name === ref || definition.uriTemplate === ref,
    );
    return match && { names: match.template.variables, isOpen: match.template.isQueryOpen };
  }
}

/** Feeds the first two parameters of a provider's completer, unless decorators say what its parameters are. */
export function feedCompleter({ owner, methodName, metadata, provider }: DecoratedMethod): void {
  if (!provider || !metadata.getComplete() || Reflect.hasMetadata(ROUTE_ARGS_METADATA, owner, methodName)) {
    return;
  }
  const args = COMPLETER_ARGUMENTS.map((data, index) => [
    `${RouteParamtype.Body}:${index}`,
    { index, data, pipes: [] },
  ]);
  Reflect.defineMetadata(ROUTE_ARGS_METADATA, Object.fromEntries(args), owner, methodName);
}
