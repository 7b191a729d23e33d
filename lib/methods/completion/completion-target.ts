import type { Callable, Catalog, Prompt, ResourceTemplate } from '../../discovery/index.js';
import { invalidParams, isJsonObject } from '../../protocol/index.js';

/** What a completion is for: a prompt, or a resource template. */
export interface CompletionTarget {
  readonly callable: Callable;
  /** The names by which `@McpComplete({ ref })` may speak of it. */
  readonly refs: readonly string[];
  readonly names: readonly string[];
  /** Whether it takes arguments of any name. */
  readonly isOpen: boolean;
}

/** @throws ProtocolError -32602 when `ref` names nothing that has arguments */
export function findCompletionTarget(catalog: Catalog, ref: unknown): CompletionTarget {
  if (!isJsonObject(ref)) {
    throw invalidParams('"ref" must be an object with a type');
  }
  const { type, name, uri } = ref;
  if (type === 'ref/prompt' && typeof name === 'string') {
    const prompt = catalog.getPrompt(name);
    if (!prompt) {
      throw invalidParams(`Unknown prompt: ${name}`);
    }
    return ofPrompt(prompt);
  }
  if (type === 'ref/resource' && typeof uri === 'string') {
    const match = catalog.getResourceTemplate(uri) ?? catalog.findResource(uri)?.resource;
    if (!match) {
      throw invalidParams(`Unknown resource template: ${uri}`, { data: { uri } });
    }
    return 'template' in match ? ofTemplate(match) : { callable: match, refs: [], names: [], isOpen: false };
  }
  throw invalidParams('"ref" must be { type: "ref/prompt", name } or { type: "ref/resource", uri }');
}

function ofPrompt(prompt: Prompt): CompletionTarget {
  const { definition, input } = prompt;
  return {
    callable: prompt,
    refs: [definition.name],
    names: (definition.arguments ?? []).map(({ name }) => name),
    isOpen: definition.arguments === undefined && input.rest !== undefined,
  };
}

function ofTemplate(resource: ResourceTemplate): CompletionTarget {
  const { definition, template } = resource;
  return {
    callable: resource,
    refs: [definition.uriTemplate, definition.name],
    names: template.variables,
    isOpen: template.isQueryOpen,
  };
}
