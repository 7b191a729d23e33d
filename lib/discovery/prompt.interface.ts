import type { McpIcon, McpPromptArgument } from '../interfaces/index.js';
import type { Callable } from './callable.interface.js';

/** A prompt as clients see it in `prompts/list`. */
export interface PromptDefinition {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly arguments?: readonly McpPromptArgument[];
  readonly icons?: readonly McpIcon[];
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** Everything that is known of a prompt. */
export interface Prompt extends Callable {
  readonly definition: PromptDefinition;
}
