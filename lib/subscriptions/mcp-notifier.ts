import { Inject, Injectable } from '@nestjs/common';
import { ChangeFeed } from './change-feed.js';

/**
 * Tells the clients that listen what has changed. Nothing is sent to clients that did not ask for it.
 *
 * @example
 * ```ts
 * @Injectable()
 * export class MenuService {
 *   constructor(private readonly notifier: McpNotifier) {}
 *
 *   setPrice(id: string, price: number) {
 *     this.prices.set(id, price);
 *     this.notifier.resourceUpdated(`nest://menu/${id}`);
 *   }
 * }
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions
 * @publicApi
 */
@Injectable()
export class McpNotifier {
  constructor(@Inject(ChangeFeed) private readonly feed: ChangeFeed) {}

  /** `tools/list` has another answer than before. `McpCatalog` says so by itself. */
  toolsChanged(): void {
    this.feed.listChanged('tools');
  }

  /** `prompts/list` has another answer than before. `McpCatalog` says so by itself. */
  promptsChanged(): void {
    this.feed.listChanged('prompts');
  }

  /** `resources/list` or `resources/templates/list` has another answer than before. `McpCatalog` says so by itself. */
  resourcesChanged(): void {
    this.feed.listChanged('resources');
  }

  /**
   * Reading this resource has another result than before.
   *
   * @param uri exactly as clients name it when they read it
   */
  resourceUpdated(uri: string): void {
    this.feed.resourceUpdated(uri);
  }
}
