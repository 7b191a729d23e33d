import type { INestApplication } from '@nestjs/common';
import { GivenAccessToken } from '../auth/index.js';
import { platformOf } from '../discovery/index.js';
import type { McpStdioOptions } from './mcp-stdio-options.interface.js';

interface Identified {
  user?: unknown;
  auth?: unknown;
}

interface FastifyInstanceLike {
  addHook(name: 'onRequest', hook: (request: Identified & { raw: Identified }) => Promise<void>): void;
}

/** Has every request come from the one who started the process. Must be called before anything else sees requests. */
export function identifyRequests(
  app: INestApplication,
  options: Pick<McpStdioOptions, 'user' | 'auth'>,
): void {
  if (options.user === undefined && options.auth === undefined) {
    return;
  }
  const adapter = app.getHttpAdapter();
  if (platformOf(adapter) === 'fastify') {
    (adapter.getInstance() as FastifyInstanceLike).addHook('onRequest', async (request) => {
      const identity = await identityOf(options);
      Object.assign(request.raw, identity);
      Object.assign(request, identity);
    });
    return;
  }
  app.use((request: Identified, _response: unknown, next: (error?: unknown) => void) => {
    identityOf(options).then((identity) => {
      Object.assign(request, identity);
      next();
    }, next);
  });
}

async function identityOf({ user, auth }: Pick<McpStdioOptions, 'user' | 'auth'>): Promise<Identified> {
  const token = typeof auth === 'function' ? await auth() : auth;
  const given: unknown = typeof user === 'function' ? await (user as () => unknown)() : user;
  if (!token) {
    return { user: given };
  }
  const { user: tokenUser, ...rest } = token;
  const accessToken = new GivenAccessToken(rest);
  return { auth: accessToken, user: given ?? tokenUser ?? accessToken.claims };
}
