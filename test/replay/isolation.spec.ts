import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Controller, Get, Inject, Injectable, Query, Req, Scope, UseGuards } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { APP_GUARD, ContextIdFactory, REQUEST } from '@nestjs/core';
import type { ContextId, ContextIdStrategy, HostComponentInfo } from '@nestjs/core';
import { McpTool } from '../../lib/index.js';
import { boot, PLATFORMS } from '../support/mcp-app.js';
import type { McpApp } from '../support/mcp-app.js';

interface UserRequest {
  headers: Record<string, string>;
  url: string;
  user?: { name: string };
}

const storage = new AsyncLocalStorage<{ user: string }>();

/** As passport's: who is asked for is kept on the request; here also in an AsyncLocalStorage. */
@Injectable()
class UserGuard implements CanActivate {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<UserRequest>();
    const name = request.headers['x-user']!;
    await delay(Math.random() * 5);
    request.user = { name };
    return true;
  }
}

/** Enters a store for all that follows, as loggers and tracers do. */
@Injectable()
class StoreGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<UserRequest>();
    if (request.url !== '/mcp') {
      this.entered.push(storage.getStore()?.user ?? 'nobody');
      storage.enterWith({ user: request.headers['x-user']! });
    }
    return true;
  }

  /** Whose store was in force when a guard entered another. */
  readonly entered: string[] = [];
}

let instances = 0;

@Injectable({ scope: Scope.REQUEST })
class Basket {
  readonly number = ++instances;
  owner?: string;

  constructor(@Inject(REQUEST) readonly request: UserRequest) {}
}

@Injectable({ scope: Scope.TRANSIENT })
class Stamp {
  readonly number = ++instances;
}

@Controller('who')
@UseGuards(UserGuard)
class WhoController {
  constructor(
    @Inject(Basket) private readonly basket: Basket,
    @Inject(Stamp) private readonly stamp: Stamp,
  ) {}

  @Get()
  @McpTool('who')
  async who(@Req() request: UserRequest, @Query('note') note: string) {
    const before = {
      user: request.user?.name,
      injected: this.basket.request.user?.name,
      header: request.headers['x-user'],
      basket: this.basket.number,
      stamp: this.stamp.number,
      isFresh: this.basket.owner === undefined,
      isOne: this.basket.request === request,
    };
    this.basket.owner = request.user?.name;
    await delay(Math.random() * 10);
    return { ...before, note, userAfter: request.user?.name, ownerAfter: this.basket.owner };
  }
}

interface Seen {
  user: string;
  basket: number;
  stamp: number;
}

const WHO = { controllers: [WhoController], providers: [Basket, Stamp, UserGuard] };

function expected(user: string) {
  return {
    user,
    injected: user,
    header: user,
    note: user,
    userAfter: user,
    ownerAfter: user,
    isFresh: true,
    isOne: true,
    basket: expect.any(Number),
    stamp: expect.any(Number),
  };
}

async function callAsEach(app: McpApp, count: number): Promise<Seen[]> {
  const users = Array.from({ length: count }, (_, index) => `user-${index}`);
  const seen = await Promise.all(users.map((user) => app.value('who', { note: user }, { 'x-user': user })));
  expect(seen).toEqual(users.map(expected));
  return seen as Seen[];
}

describe.each(PLATFORMS)('on %s, parallel calls by different users', (platform) => {
  it.each([2, 50])(
    '%i of them: each has its own user and its own request-scoped instances',
    async (count) => {
      const app = await boot(WHO, { platform });
      const seen = await callAsEach(app, count);
      expect(new Set(seen.map(({ basket }) => basket)).size).toBe(count);
      expect(new Set(seen.map(({ stamp }) => stamp)).size).toBe(count);
    },
  );

  it('mixed with plain HTTP requests do not meet them either', async () => {
    const app = await boot(WHO, { platform });
    const byHttp = async (user: string) =>
      (await fetch(`${app.url}/who?note=${user}`, { headers: { 'x-user': user } })).json();
    const [tools, https] = await Promise.all([
      callAsEach(app, 10),
      Promise.all(Array.from({ length: 10 }, (_, index) => byHttp(`http-${index}`))),
    ]);
    expect(https).toEqual(Array.from({ length: 10 }, (_, index) => expected(`http-${index}`)));
    const baskets = [...tools, ...(https as Seen[])].map(({ basket }) => basket);
    expect(new Set(baskets).size).toBe(20);
  });

  it('in batches of 2025-03-26: each call has its own instances', async () => {
    const app = await boot(WHO, { platform });
    const batchOf = async (user: string) => {
      const batch = [1, 2, 3].map((id) => ({
        jsonrpc: '2.0',
        id,
        method: 'tools/call',
        params: { name: 'who', arguments: { note: user } },
      }));
      const headers = { 'mcp-protocol-version': '2025-03-26', 'x-user': user };
      const answers = (await (await app.post(batch, headers)).json()) as {
        result: { content: { text: string }[] };
      }[];
      return answers.map(({ result }) => JSON.parse(result.content[0]!.text) as Seen);
    };
    const users = ['ann', 'ben', 'cat', 'dan'];
    const seen = await Promise.all(users.map(batchOf));
    expect(seen).toEqual(users.map((user) => [expected(user), expected(user), expected(user)]));
    expect(new Set(seen.flat().map(({ basket }) => basket)).size).toBe(12);
  });
});

describe.each(PLATFORMS)('on %s, an AsyncLocalStorage', (platform) => {
  @Controller('store')
  class StoreController {
    @Get()
    @McpTool('store')
    async store() {
      const before = storage.getStore()?.user;
      await delay(Math.random() * 5);
      return [before, storage.getStore()?.user];
    }
  }
  const providers = [StoreGuard, { provide: APP_GUARD, useExisting: StoreGuard }];

  it('that a guard enters holds for its call, and for no other', async () => {
    const app = await boot({ controllers: [StoreController], providers }, { platform });
    const users = Array.from({ length: 50 }, (_, index) => `user-${index}`);
    const seen = await Promise.all(users.map((user) => app.value('store', {}, { 'x-user': user })));
    expect(seen).toEqual(users.map((user) => [user, user]));
    expect(new Set(app.app.get(StoreGuard).entered)).toEqual(new Set(['nobody']));
  });

  it('that a guard enters in a batch does not reach the next call of the batch', async () => {
    const app = await boot({ controllers: [StoreController], providers }, { platform });
    const call = { jsonrpc: '2.0', method: 'tools/call', params: { name: 'store' } };
    const headers = { 'mcp-protocol-version': '2025-03-26', 'x-user': 'ann' };
    const response = await app.post(
      [
        { ...call, id: 1 },
        { ...call, id: 2 },
      ],
      headers,
    );
    expect(await response.json()).toHaveLength(2);
    expect(app.app.get(StoreGuard).entered).toEqual(['nobody', 'nobody']);
  });

  it('that middleware has entered around the endpoint reaches the route', async () => {
    const app = await boot(
      { controllers: [StoreController] },
      {
        platform,
        setup: (created) =>
          created.use((request: UserRequest, _response: object, next: () => void) =>
            storage.run({ user: `from middleware: ${request.headers['x-user']}` }, next),
          ),
      },
    );
    expect(await app.value('store', {}, { 'x-user': 'ann' })).toEqual([
      'from middleware: ann',
      'from middleware: ann',
    ]);
  });
});

describe.each(PLATFORMS)('on %s, durable providers', (platform) => {
  const tenants = new Map<string, ContextId>();

  class TenantStrategy implements ContextIdStrategy {
    attach(contextId: ContextId, request: UserRequest) {
      const tenant = request.headers['x-tenant'];
      if (!tenant) {
        return () => contextId;
      }
      const tenantId = tenants.get(tenant) ?? ContextIdFactory.create();
      tenants.set(tenant, tenantId);
      return {
        resolve: (info: HostComponentInfo) => (info.isTreeDurable ? tenantId : contextId),
        payload: { tenant },
      };
    }
  }

  @Injectable({ scope: Scope.REQUEST, durable: true })
  class TenantPool {
    readonly number = ++instances;
    constructor(@Inject(REQUEST) readonly payload: { tenant: string }) {}
  }

  @Controller('tenant')
  class TenantController {
    constructor(@Inject(TenantPool) private readonly pool: TenantPool) {}

    @Get()
    @McpTool('tenant')
    async tenant() {
      await delay(Math.random() * 5);
      return { tenant: this.pool.payload.tenant, pool: this.pool.number };
    }
  }

  beforeEach(() => {
    tenants.clear();
    ContextIdFactory.apply(new TenantStrategy());
  });
  afterEach(() => ContextIdFactory.apply(undefined as never));

  it('are one per tenant, shared by its calls and by HTTP, and by nobody else', async () => {
    const app = await boot({ controllers: [TenantController], providers: [TenantPool] }, { platform });
    const names = Array.from({ length: 30 }, (_, index) => `tenant-${index % 3}`);
    const seen = (await Promise.all(
      names.map((tenant) => app.value('tenant', {}, { 'x-tenant': tenant })),
    )) as { tenant: string; pool: number }[];
    expect(seen.map(({ tenant }) => tenant)).toEqual(names);
    expect(new Set(seen.map(({ pool }) => pool)).size).toBe(3);
    const byHttp = await fetch(`${app.url}/tenant`, { headers: { 'x-tenant': 'tenant-1' } });
    expect(await byHttp.json()).toEqual(seen[1]);
  });
});

describe.each(PLATFORMS)('on %s, a request-scoped guard of the endpoint', (platform) => {
  @Injectable({ scope: Scope.REQUEST })
  class Session {
    readonly number = ++instances;
    constructor(@Inject(REQUEST) readonly request: UserRequest) {}
  }

  const endpointSessions: number[] = [];

  @Injectable({ scope: Scope.REQUEST })
  class SessionGuard implements CanActivate {
    constructor(@Inject(Session) private readonly session: Session) {}

    canActivate(context: ExecutionContext): boolean {
      if (context.switchToHttp().getRequest<UserRequest>().url === '/mcp') {
        endpointSessions.push(this.session.number);
      }
      return true;
    }
  }

  @Controller('session')
  class SessionController {
    constructor(@Inject(Session) private readonly session: Session) {}

    @Get()
    @McpTool('session')
    find() {
      return { number: this.session.number, url: this.session.request.url };
    }
  }

  it.each([true, false])('does not share its instances with the route (global: %p)', async (isGlobal) => {
    endpointSessions.length = 0;
    const app = await boot(
      {
        controllers: [SessionController],
        providers: [Session, ...(isGlobal ? [{ provide: APP_GUARD, useClass: SessionGuard }] : [])],
      },
      {
        platform,
        mcp: isGlobal
          ? {}
          : {
              guards: [SessionGuard],
              imports: [{ module: class SessionModule {}, providers: [Session], exports: [Session] }],
            },
      },
    );
    const { number, url } = (await app.value('session')) as { number: number; url: string };
    expect(url).toBe('/session');
    expect(endpointSessions).toHaveLength(1);
    expect(endpointSessions).not.toContain(number);
  });
});
