import { Inject, Injectable } from '@nestjs/common';
import type { McpPromptEntry, McpResourceEntry, McpToolEntry } from '../interfaces/index.js';
import { MCP_MODULE_OPTIONS } from '../mcp.constants.js';
import type { ResolvedMcpOptions } from '../mcp-options.defaults.js';
import { ChangeFeed } from '../subscriptions/index.js';
import type { ListKind } from '../subscriptions/index.js';
import { EntryFactory } from './entry-factory.js';
import { LiveCatalog } from './live-catalog.js';
import type { EntryKind } from './live-catalog.js';

/**
 * Adds tools, prompts and resources while the application runs, and removes them. Clients that listen are told. What
 * decorators declare stays as it is.
 *
 * @example
 * ```ts
 * this.catalog.addTool({
 *   name: 'brew_decaf',
 *   description: 'Brews a decaf',
 *   inputSchema: BrewDto,
 *   handler: ({ size }) => this.machine.brew('decaf', size),
 * });
 * ```
 *
 * @publicApi
 */
@Injectable()
export class McpCatalog {
  private readonly entries: EntryFactory;

  constructor(
    @Inject(MCP_MODULE_OPTIONS) options: ResolvedMcpOptions,
    @Inject(LiveCatalog) private readonly live: LiveCatalog,
    @Inject(ChangeFeed) private readonly changes: ChangeFeed,
  ) {
    this.entries = new EntryFactory(options);
  }

  /** @throws Error when the name is taken or no tool name, or the schema cannot be used */
  addTool<Args extends object = Record<string, unknown>>(entry: McpToolEntry<Args>): void {
    this.tell(this.live.add('tools', this.entries.createTool(entry)));
  }

  /**
   * @returns whether there was such a tool
   * @throws Error when it is declared by a decorator
   */
  removeTool(name: string): boolean {
    return this.remove('tools', name);
  }

  /** @throws Error when the name is taken, or the schema cannot be used */
  addPrompt<Args extends object = Record<string, unknown>>(entry: McpPromptEntry<Args>): void {
    this.tell(this.live.add('prompts', this.entries.createPrompt(entry)));
  }

  /**
   * @returns whether there was such a prompt
   * @throws Error when it is declared by a decorator
   */
  removePrompt(name: string): boolean {
    return this.remove('prompts', name);
  }

  /** @throws Error when the URI or template is taken, or is none */
  addResource(entry: McpResourceEntry): void {
    const resource = this.entries.createResource(entry);
    this.tell(
      'template' in resource
        ? this.live.add('resourceTemplates', resource)
        : this.live.add('resources', resource),
    );
  }

  /**
   * @param uri the URI or the template, as it was added
   * @returns whether there was such a resource
   * @throws Error when it is declared by a decorator
   */
  removeResource(uri: string): boolean {
    return this.remove('resources', uri) || this.remove('resourceTemplates', uri, 'resources');
  }

  private remove(kind: EntryKind, key: string, list: ListKind = kind as ListKind): boolean {
    const isRemoved = this.live.remove(kind, key);
    if (isRemoved) {
      this.tell(list);
    }
    return isRemoved;
  }

  private tell(list: ListKind): void {
    this.changes.listChanged(list);
  }
}
