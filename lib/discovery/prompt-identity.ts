import type { McpPromptOptions } from '../interfaces/index.js';
import type { DecoratedMethod } from './decorated-method.js';
import { assertName, assertUnique } from './primitive-identity.js';
import type { PrimitiveIdentity } from './primitive-identity.js';
import { defaultName } from './tool-name.js';

export type PromptIdentity = PrimitiveIdentity<McpPromptOptions>;

/** @throws Error that names the method when its name is wrong */
export function identifyPrompt(method: DecoratedMethod): PromptIdentity {
  const options = method.metadata.getPrompt()!;
  const name = options.name ?? defaultName(method);
  assertName(name, method.label, '@McpPrompt({ name })');
  return { method, name, tags: options.tags ?? [], options };
}

/** @throws Error that names both places when two prompts have one name */
export function assertUniquePrompts(identities: readonly PromptIdentity[]): void {
  assertUnique(
    identities,
    ({ name }) => name,
    (name, places) =>
      `Two prompts are named "${name}": ${places}. Give one of them another @McpPrompt({ name }).`,
  );
}
