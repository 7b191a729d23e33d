import { AsyncLocalStorage } from 'node:async_hooks';
import { Controller, Get, Inject, Injectable, Req, Scope, UseGuards } from '@nestjs/common';
import type {
  CallHandler,
  CanActivate,
  ExecutionContext,
  INestApplication,
  NestInterceptor,
} from '@nestjs/common';
import { APP_INTERCEPTOR, REQUEST } from '@nestjs/core';
import { McpTool } from 'nestjs-mcp';
import { createParityHarness, expectParity } from 'nestjs-mcp/testing';
import { Observable } from 'rxjs';
import { startApp } from './parity-table.js';

interface SeenRequest {
  headers: Record<string, string>;
  user?: string;
}

const storage = new AsyncLocalStorage<string>();
const pause = () => new Promise((resolve) => setTimeout(resolve, Math.random() * 10));

class UserGuard implements CanActivate {
  async canActivate(context: ExecutionContext) {
    const request = context.switchToHttp().getRequest<SeenRequest>();
    await pause();
    request.user = request.headers['x-user'];
    return true;
  }
}

class StorageInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler) {
    const user = context.switchToHttp().getRequest<SeenRequest>().headers['x-user'] ?? 'nobody';
    return new Observable((subscriber) => storage.run(user, () => next.handle().subscribe(subscriber)));
  }
}

@Injectable({ scope: Scope.REQUEST })
class Session {
  readonly user: string | undefined;

  constructor(@Inject(REQUEST) request: SeenRequest) {
    this.user = request.headers['x-user'];
  }
}

@Controller('whoami')
@UseGuards(UserGuard)
@McpTool()
class WhoAmIController {
  constructor(private readonly session: Session) {}

  @Get()
  async read(@Req() request: SeenRequest) {
    await pause();
    return { request: request.user, session: this.session.user, storage: storage.getStore() };
  }
}

describe.each(['fastify', 'express'] as const)('callers at the same time (%s)', (platform) => {
  let app: INestApplication;

  beforeAll(async () => {
    app = await startApp(platform, {
      controllers: [WhoAmIController],
      providers: [Session, { provide: APP_INTERCEPTOR, useClass: StorageInterceptor }],
    });
  });

  afterAll(() => app.close());

  it('never see each other', async () => {
    const parity = await createParityHarness(app);
    const users = Array.from({ length: 40 }, (_, index) => `user-${index}`);

    const comparisons = await Promise.all(
      users.map((user) =>
        parity.compare({ tool: 'who_am_i_read', http: { path: '/whoami' }, headers: { 'x-user': user } }),
      ),
    );

    comparisons.forEach(expectParity);
    expect(comparisons.map(({ tool }) => tool.body)).toEqual(
      users.map((user) => ({ request: user, session: user, storage: user })),
    );
  });
});
