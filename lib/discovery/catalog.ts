import type { Completer } from './completer.interface.js';
import type { Prompt } from './prompt.interface.js';
import type { Resource, ResourceMatch, ResourceTemplate } from './resource.interface.js';
import type { Tool } from './tool.interface.js';
import { bySpecificity } from './uri-template.js';

/** What a catalog is made of, each in the order of listing. */
export interface CatalogEntries {
  readonly tools?: readonly Tool[];
  readonly prompts?: readonly Prompt[];
  readonly resources?: readonly Resource[];
  readonly resourceTemplates?: readonly ResourceTemplate[];
  readonly completers?: readonly Completer[];
}

/** What the server offers. Made at boot, and never changed. */
export class Catalog {
  readonly tools: readonly Tool[];
  readonly prompts: readonly Prompt[];
  readonly resources: readonly Resource[];
  readonly resourceTemplates: readonly ResourceTemplate[];

  private readonly toolsByName: ReadonlyMap<string, Tool>;
  private readonly promptsByName: ReadonlyMap<string, Prompt>;
  private readonly resourcesByUri: ReadonlyMap<string, Resource>;
  /** The most specific first. */
  private readonly matchOrder: readonly ResourceTemplate[];
  private readonly completers: readonly Completer[];

  constructor(entries: CatalogEntries) {
    const { tools = [], prompts = [], resources = [], resourceTemplates = [], completers = [] } = entries;
    this.tools = Object.freeze([...tools]);
    this.prompts = Object.freeze([...prompts]);
    this.resources = Object.freeze([...resources]);
    this.resourceTemplates = Object.freeze([...resourceTemplates]);
    this.toolsByName = new Map(tools.map((tool) => [tool.definition.name, tool]));
    this.promptsByName = new Map(prompts.map((prompt) => [prompt.definition.name, prompt]));
    this.resourcesByUri = new Map(resources.map((resource) => [resource.definition.uri, resource]));
    this.matchOrder = [...resourceTemplates].sort((left, right) =>
      bySpecificity(left.template, right.template),
    );
    this.completers = completers;
  }

  /** What this one has, and more after it. */
  with({ tools = [], prompts = [], resources = [], resourceTemplates = [] }: CatalogEntries): Catalog {
    return new Catalog({
      tools: [...this.tools, ...tools],
      prompts: [...this.prompts, ...prompts],
      resources: [...this.resources, ...resources],
      resourceTemplates: [...this.resourceTemplates, ...resourceTemplates],
      completers: this.completers,
    });
  }

  /** `2 tools, 1 prompt`, for the log. */
  describe(): string {
    const counts: [number, string][] = [
      [this.tools.length, 'tool'],
      [this.prompts.length, 'prompt'],
      [this.resources.length, 'resource'],
      [this.resourceTemplates.length, 'resource template'],
    ];
    return counts
      .filter(([count, kind]) => count > 0 || kind === 'tool')
      .map(([count, kind]) => `${count} ${kind}${count === 1 ? '' : 's'}`)
      .join(', ');
  }

  getTool(name: string): Tool | undefined {
    return this.toolsByName.get(name);
  }

  getPrompt(name: string): Prompt | undefined {
    return this.promptsByName.get(name);
  }

  /** The resource of this URI, else the most specific template that fits. */
  findResource(uri: string): ResourceMatch | undefined {
    const resource = this.resourcesByUri.get(uri);
    if (resource) {
      return { resource, arguments: {} };
    }
    for (const template of this.matchOrder) {
      const variables = template.template.match(uri);
      if (variables) {
        return { resource: template, arguments: withAliases(variables, template.aliases) };
      }
    }
    return undefined;
  }

  getResourceTemplate(uriTemplate: string): ResourceTemplate | undefined {
    return this.resourceTemplates.find(({ definition }) => definition.uriTemplate === uriTemplate);
  }

  /** @param refs the names under which a completer may speak of the prompt or template */
  getCompleter(refs: readonly string[], argument: string): Completer | undefined {
    return this.completers.find(
      (completer) => refs.includes(completer.ref) && completer.argument === argument,
    );
  }
}

function withAliases(
  variables: Readonly<Record<string, unknown>>,
  aliases: Readonly<Record<string, string>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [
      Object.hasOwn(aliases, name) ? aliases[name]! : name,
      value,
    ]),
  );
}
