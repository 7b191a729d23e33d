import { Injectable, Logger } from '@nestjs/common';
import { ProtocolServer } from './protocol/index.js';
import type { Method, ProtocolAnswer, ProtocolMessage } from './protocol/index.js';
import type { OuterExchange } from './replay/index.js';

/** What stands behind the endpoint, once the application's routes are known. */
@Injectable()
export class McpServer {
  private readonly logger = new Logger('McpModule');
  private protocol = new ProtocolServer<OuterExchange>([]);

  start(methods: Iterable<Method<OuterExchange>>): void {
    this.protocol = new ProtocolServer(methods, {
      onError: (error) =>
        this.logger.error(error instanceof Error ? (error.stack ?? error.message) : String(error)),
    });
  }

  handle(message: ProtocolMessage<OuterExchange>): Promise<ProtocolAnswer> {
    return this.protocol.handle(message);
  }
}
