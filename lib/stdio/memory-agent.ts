import { Agent } from 'node:http';
import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { connectInMemory } from '../memory-connection/index.js';

/** Connects an HTTP client of the process with an HTTP server of the process that listens nowhere. */
export class MemoryAgent extends Agent {
  constructor(private readonly server: Server) {
    super({ keepAlive: true });
  }

  override createConnection(): Duplex {
    const [client, served] = connectInMemory();
    this.server.emit('connection', served);
    return client;
  }
}
