import { Inject, Injectable } from '@nestjs/common';
import { LiveCatalog } from './catalog/index.js';
import type { Catalog } from './discovery/index.js';
import { logFailure } from './failures/index.js';
import { ProtocolServer } from './protocol/index.js';
import type { Method, ProtocolAnswer, ProtocolMessage, ProtocolServerOptions } from './protocol/index.js';
import type { OuterExchange } from './replay/index.js';

type CreateMethods = () => Iterable<Method<OuterExchange>>;

/** What stands behind the endpoint, once the application's routes are known. */
@Injectable()
export class McpServer {
  private protocol = new ProtocolServer<OuterExchange>([]);
  private createMethods: CreateMethods = () => [];
  /** What the methods are made of. */
  private served?: Catalog;

  constructor(@Inject(LiveCatalog) private readonly catalog: LiveCatalog) {}

  /** @param createMethods makes the methods of the catalog as it is */
  start(createMethods: CreateMethods, options: Omit<ProtocolServerOptions<OuterExchange>, 'onError'>): void {
    this.createMethods = createMethods;
    this.served = this.catalog.snapshot;
    this.protocol = new ProtocolServer(createMethods(), {
      ...options,
      onError: (error, exchange) => logFailure('A request failed', error, exchange?.request),
    });
  }

  /** Answers what is still at work: the server shuts down. */
  giveUp(): void {
    this.protocol.giveUp();
  }

  /** Nothing is answered any more. */
  close(): void {
    this.protocol.close();
  }

  /** Never rejects or throws. A promise when the answer takes time. */
  handle(message: ProtocolMessage<OuterExchange>): ProtocolAnswer | Promise<ProtocolAnswer> {
    if (this.catalog.snapshot !== this.served) {
      this.served = this.catalog.snapshot;
      this.protocol.serve(this.createMethods());
    }
    return this.protocol.handle(message);
  }
}
