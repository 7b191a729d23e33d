import { describe, expect, it } from '@jest/globals';
import { Body, Controller, Get, Injectable, Post, RequestTimeoutException } from '@nestjs/common';
import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { catchError, throwError, timeout, TimeoutError } from 'rxjs';
import { McpTool } from '../../lib/index.js';
import { boot, PLATFORMS } from '../support/mcp-app.js';

interface AnyRequest {
  body?: Record<string, unknown>;
}

/** As in Nest's documentation, with more time for routes that are known to need it. */
@Injectable()
class TimeoutInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler) {
    return next.handle().pipe(
      timeout(context.getHandler().name === 'patient' ? 5000 : 200),
      catchError((error: unknown) =>
        throwError(() => (error instanceof TimeoutError ? new RequestTimeoutException('too slow') : error)),
      ),
    );
  }
}

@Injectable()
class AuthorInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler) {
    const request = context.switchToHttp().getRequest<AnyRequest>();
    request.body = { ...request.body, author: 'me' };
    return next.handle();
  }
}

@Injectable()
class SnakeCaseInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler) {
    const request = context.switchToHttp().getRequest<AnyRequest>();
    request.body = snakeCase(request.body) as AnyRequest['body'];
    return next.handle();
  }
}

function snakeCase(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(snakeCase);
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  const rename = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]): [string, unknown] => [rename(name), snakeCase(inner)]),
  );
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

@Controller('things')
class ThingsController {
  @Get('slow')
  @McpTool('slow')
  async slow() {
    await pause(400);
    return 'late';
  }

  @Get('patient')
  @McpTool('patient')
  async patient() {
    await pause(400);
    return 'done';
  }

  @Get('brisk')
  @McpTool('brisk')
  async brisk() {
    await pause(90);
    return 'brisk';
  }

  @Post()
  @McpTool('create')
  create(@Body() body: Record<string, unknown>) {
    return body;
  }
}

describe.each(PLATFORMS)('on %s, a global interceptor that', (platform) => {
  const start = (interceptor: new () => NestInterceptor) =>
    boot(
      {
        controllers: [ThingsController],
        providers: [{ provide: APP_INTERCEPTOR, useClass: interceptor }],
      },
      { platform },
    );

  it('limits the time of routes limits that of tools, with the limit of their own route', async () => {
    const app = await start(TimeoutInterceptor);
    const { isError, text } = await app.call('slow');
    expect([isError, text]).toEqual([true, expect.stringContaining('too slow')]);
    expect(await app.value('patient')).toBe('done');
  });

  it('limits the time of routes does not limit the time of a batch of calls', async () => {
    const app = await start(TimeoutInterceptor);
    const calls = [1, 2, 3, 4].map((id) => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: 'brisk' },
    }));
    const response = await app.post(calls, { 'mcp-protocol-version': '2025-03-26' });
    const answers = (await response.json()) as { result: { content: { text: string }[] } }[];
    expect(answers.map(({ result }) => result.content[0]!.text)).toEqual(Array(4).fill('brisk'));
  });

  it('adds to bodies adds to that of the tool, and not to the message', async () => {
    const app = await start(AuthorInterceptor);
    expect(await app.value('create', { firstName: 'Ann' })).toEqual({ firstName: 'Ann', author: 'me' });
    expect(await app.toolNames()).toContain('create');
  });

  it('renames the properties of bodies leaves those of the message', async () => {
    const app = await start(SnakeCaseInterceptor);
    expect(await app.value('create', { firstName: 'Ann' })).toEqual({ first_name: 'Ann' });
    const initialized = await app.request('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    });
    expect(initialized).toMatchObject({ protocolVersion: '2025-06-18' });
  });
});
