import { parseTemplate, assertUri } from '../discovery/resource-identity.js';
import { deriveArguments } from '../discovery/prompt-factory.js';
import { assertTimeout } from '../discovery/tool-factory.js';
import { assertToolName } from '../discovery/tool-name.js';
import { toolScopes } from '../discovery/tool-scopes.js';
import { toolTasks } from '../discovery/tool-tasks.js';
import { ToolOutputFactory } from '../discovery/tool-output.js';
import type { Prompt, Resource, ResourceTemplate, Tool } from '../discovery/index.js';
import type { UriTemplate } from '../discovery/uri-template.js';
import type { JsonSchema, McpPromptEntry, McpResourceEntry, McpToolEntry } from '../interfaces/index.js';
import type { ResolvedMcpOptions } from '../mcp-options.defaults.js';
import { InputPlanFactory } from '../schema/index.js';
import { EntryCallableFactory } from './entry-callable.js';

/** Makes tools, prompts and resources of plain functions. */
export class EntryFactory {
  private readonly callables: EntryCallableFactory;

  private readonly outputs: ToolOutputFactory;

  constructor(private readonly options: ResolvedMcpOptions) {
    this.callables = new EntryCallableFactory(new InputPlanFactory(options));
    this.outputs = new ToolOutputFactory(options);
  }

  createTool<Args extends object>(entry: McpToolEntry<Args>): Tool {
    const { name, title, description, outputSchema, annotations, icons, meta, timeoutMs } = entry;
    const label = labelOf('addTool', name);
    assertToolName(name, label);
    assertDescription(description, label);
    assertTimeout(timeoutMs, label);
    const callable = this.callables.create(label, entry.inputSchema, entry.handler);
    const output = outputSchema && this.outputs.createOf(outputSchema, name, label);
    return {
      ...callable,
      definition: {
        name,
        title,
        description,
        inputSchema: callable.input.inputSchema,
        outputSchema: output?.listed,
        annotations: entry.scopes ? { scopes: entry.scopes, ...annotations } : annotations,
        icons,
        _meta: meta,
      },
      tags: [],
      scopes: toolScopes(label, entry.scopes, annotations?.scopes),
      timeoutMs,
      tasks: toolTasks(entry, this.options, label),
      output: output?.contract,
    };
  }

  createPrompt<Args extends object>(entry: McpPromptEntry<Args>): Prompt {
    const { name, title, description, icons, meta } = entry;
    const label = labelOf('addPrompt', name);
    assertName(name, label);
    assertDescription(description, label);
    const callable = this.callables.create(label, entry.inputSchema, entry.handler);
    const listed = deriveArguments(callable.input.inputSchema);
    return {
      ...callable,
      definition: {
        name,
        title,
        description,
        arguments: listed.length > 0 ? listed : undefined,
        icons,
        _meta: meta,
      },
    };
  }

  createResource(entry: McpResourceEntry): Resource | ResourceTemplate {
    const { name, title, description, mimeType, annotations, icons, meta, uri, template, size } = entry;
    const label = labelOf('addResource', uri ?? template);
    assertName(name, label);
    assertDescription(description, label);
    const common = { name, title, description, mimeType, annotations, icons, _meta: meta };
    if (template === undefined) {
      assertUri(uri, label);
      const callable = this.callables.create(label, undefined, entry.handler);
      return { ...callable, definition: { ...common, uri, size } };
    }
    if (uri !== undefined || size !== undefined) {
      throw new Error(`${label} has ${uri === undefined ? 'size' : 'uri'} and template. Keep one of them.`);
    }
    const parsed = parseTemplate(template, label);
    const callable = this.callables.create(label, variablesSchema(parsed), entry.handler);
    return { ...callable, definition: { ...common, uriTemplate: template }, template: parsed, aliases: {} };
  }
}

function labelOf(method: string, key: unknown): string {
  return `McpCatalog.${method}(${JSON.stringify(key)})`;
}

function assertName(name: unknown, label: string): void {
  if (typeof name !== 'string' || name.trim() === '') {
    throw new Error(`${label} needs a name, a non-empty string.`);
  }
}

function assertDescription(description: unknown, label: string): void {
  if (typeof description !== 'string' || description.trim() === '') {
    throw new Error(`${label} needs a description, a non-empty string.`);
  }
}

/** A query may give a variable several times. */
function variablesSchema({ variables, isQueryOpen }: UriTemplate): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(variables.map((name) => [name, {}])),
    additionalProperties: isQueryOpen,
  };
}
