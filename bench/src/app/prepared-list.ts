import type { Express } from 'express';
import type { FastifyInstance } from 'fastify';
import { toolsList } from '../requests/mcp-request.js';
import { expectOk } from '../requests/send.js';
import type { App } from './create-app.js';

const PATH = '/prepared-list';

/** `POST /prepared-list` of Fastify or Express itself, without anything of Nest. */
export class PreparedList {
  private contentType = '';
  private bytes = Buffer.alloc(0);

  constructor(app: App) {
    const adapter = app.getHttpAdapter();
    if (adapter.getType() === 'fastify') {
      (adapter.getInstance() as FastifyInstance).post(PATH, (_request, reply) => {
        void reply.header('content-type', this.contentType).send(this.bytes);
      });
    } else {
      (adapter.getInstance() as Express).post(PATH, (_request, response) => {
        response.setHeader('content-type', this.contentType).end(this.bytes);
      });
    }
  }

  /** Asks the endpoint for what the route shall answer. */
  async prepare(url: string): Promise<void> {
    const response = await expectOk(url, toolsList());
    this.contentType = response.headers.get('content-type') ?? '';
    this.bytes = Buffer.from(await response.arrayBuffer());
  }
}
