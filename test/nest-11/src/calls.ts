import {
  BadRequestException,
  Body,
  Catch,
  Controller,
  Delete,
  Get,
  HttpCode,
  Inject,
  Injectable,
  Param,
  ParseIntPipe,
  Post,
  Query,
  Res,
  Scope,
  UseFilters,
  UseInterceptors,
  ValidationPipe,
} from '@nestjs/common';
import type {
  ArgumentsHost,
  CallHandler,
  ExceptionFilter,
  ExecutionContext,
  NestInterceptor,
} from '@nestjs/common';
import { APP_GUARD, NestFactory, REQUEST } from '@nestjs/core';
import { Throttle, ThrottlerGuard, ThrottlerModule } from '@nestjs/throttler';
import { Type } from 'class-transformer';
import { IsInt, IsOptional, IsString, Min, ValidateNested } from 'class-validator';
import { McpModule, McpReadOnly, McpTool } from 'nestjs-mcp';
import { map } from 'rxjs';
import { check, equal } from './checks.js';
import { PLATFORMS, withApp } from './running-app.js';

class AddressDto {
  @IsString()
  city!: string;
}

class OrderDto {
  @IsString()
  item!: string;

  @IsInt()
  @Min(1)
  quantity!: number;

  @IsOptional()
  @ValidateNested()
  @Type(() => AddressDto)
  address?: AddressDto;
}

@Injectable()
class WrapInterceptor implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler) {
    return next.handle().pipe(map((data: unknown) => ({ data })));
  }
}

@Catch(BadRequestException)
class ShortFilter implements ExceptionFilter {
  catch(exception: BadRequestException, host: ArgumentsHost) {
    host
      .switchToHttp()
      .getResponse<{ status(code: number): { send(body: unknown): void } }>()
      .status(422)
      .send({ short: exception.message });
  }
}

@Injectable({ scope: Scope.REQUEST })
class Caller {
  constructor(@Inject(REQUEST) private readonly request: { headers: Record<string, string> }) {}

  get name(): string | undefined {
    return this.request.headers['x-user'];
  }
}

@Controller('orders')
class OrdersController {
  @Get(':id')
  @McpTool({ description: 'Finds an order.' })
  find(@Param('id', ParseIntPipe) id: number, @Query('note') note?: string) {
    return { id, note: note ?? null };
  }

  @Post()
  @McpTool()
  create(@Body() order: OrderDto) {
    return { ...order, isClass: order instanceof OrderDto };
  }

  @Post('search')
  @HttpCode(200)
  @McpTool()
  @McpReadOnly()
  @UseInterceptors(WrapInterceptor)
  search(@Body('q') q: string) {
    return [q];
  }

  @Delete(':id')
  @HttpCode(204)
  @McpTool()
  remove(@Param('id') _id: string) {}

  @Get('bad/request')
  @UseFilters(ShortFilter)
  @McpTool()
  bad() {
    throw new BadRequestException('no');
  }

  @Get('raw/response')
  @McpTool()
  raw(@Res() response: { status(code: number): { send(body: unknown): void } }) {
    response.status(200).send({ raw: true });
  }
}

@Controller('caller')
class CallerController {
  constructor(private readonly caller: Caller) {}

  @Get()
  @McpTool()
  async name() {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 10));
    return this.caller.name;
  }
}

const METADATA = { controllers: [OrdersController, CallerController], providers: [Caller] };

/** What a tool call does, on both platforms. */
export async function checkCalls(): Promise<void> {
  for (const platform of PLATFORMS) {
    const checkCall = (
      label: string,
      tool: string,
      args: object,
      expected: { isError?: boolean; value?: unknown; includes?: string },
    ) =>
      check(`${platform}: ${label}`, () =>
        withApp(
          platform,
          METADATA,
          async (app) => {
            const { isError, text } = await app.call(tool, args);
            equal(isError, expected.isError ?? false);
            if ('value' in expected) {
              equal(JSON.parse(text), expected.value);
            }
            equal(text.includes(expected.includes ?? ''), true);
          },
          (app) => app.useGlobalPipes(new ValidationPipe({ transform: true, whitelist: true })),
        ),
      );
    await checkCall('path and query', 'orders_find', { id: 7, note: 'x' }, { value: { id: 7, note: 'x' } });
    await checkCall('an absent query value', 'orders_find', { id: 7 }, { value: { id: 7, note: null } });
    await checkCall('a wrong path value', 'orders_find', { id: 'x' }, { isError: true, includes: 'id' });
    await checkCall(
      'a body that becomes a class',
      'orders_create',
      { item: 'cup', quantity: 2, address: { city: 'Rome' } },
      { value: { item: 'cup', quantity: 2, address: { city: 'Rome' }, isClass: true } },
    );
    await checkCall('a wrong body', 'orders_create', { quantity: 0 }, { isError: true, includes: 'item' });
    await checkCall('an interceptor', 'orders_search', { q: 'a' }, { value: { data: ['a'] } });
    await checkCall('no content', 'orders_remove', { id: '1' }, {});
    await checkCall('a filter', 'orders_bad', {}, { isError: true, includes: '"short":"no"' });
    await checkCall('@Res()', 'orders_raw', {}, { value: { raw: true } });

    await check(`${platform}: request-scoped providers of 20 parallel calls do not meet`, () =>
      withApp(platform, METADATA, async (app) => {
        const users = Array.from({ length: 20 }, (_, index) => `user-${index}`);
        const seen = await Promise.all(users.map((user) => app.call('caller_name', {}, { 'x-user': user })));
        equal(
          seen.map(({ text }) => text),
          users,
        );
      }),
    );
    await check(`${platform}: tools/list`, () =>
      withApp(platform, METADATA, async (app) => {
        const { result } = await app.request('tools/list', {});
        const { tools } = result as { tools: { name: string; annotations: object }[] };
        equal(
          tools.map(({ name }) => name),
          [
            'orders_find',
            'orders_create',
            'orders_search',
            'orders_remove',
            'orders_bad',
            'orders_raw',
            'caller_name',
          ],
        );
        equal(tools[2]!.annotations, { readOnlyHint: true, destructiveHint: false, idempotentHint: false });
      }),
    );
    await check(`${platform}: malformed JSON is a JSON-RPC error, success is 200`, () =>
      withApp(platform, METADATA, async (app) => {
        const post = (body: string) =>
          app.fetch('/mcp', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
        const malformed = await post('{');
        equal(malformed.status, 400);
        equal(((await malformed.json()) as { error: { code: number } }).error.code, -32700);
        equal((await post('{"jsonrpc":"2.0","id":1,"method":"ping"}')).status, 200);
        equal((await post('{"jsonrpc":"2.0","method":"notifications/initialized"}')).status, 202);
      }),
    );
    await check(`${platform}: ThrottlerGuard as APP_GUARD counts a call once`, () =>
      checkThrottler(platform),
    );
    await check(`${platform}: wrong tools stop the boot`, async () => {
      @Controller('a')
      class NoRouteController {
        @McpTool()
        list() {}
      }
      let message = '';
      await withApp(platform, { controllers: [NoRouteController] }, async () => {}).catch((error: Error) => {
        message = error.message;
      });
      equal(message.includes('NoRouteController.list has @McpTool() but no route'), true);
    });
  }
  await check('an application context starts and stops', async () => {
    const context = await NestFactory.createApplicationContext(McpModule.forRoot(), { logger: false });
    await context.close();
  });
}

async function checkThrottler(platform: (typeof PLATFORMS)[number]): Promise<void> {
  @Controller('items')
  class ItemsController {
    @Get()
    @Throttle({ default: { limit: 2, ttl: 60_000 } })
    @McpTool()
    list() {
      return 'all';
    }
  }
  const metadata = {
    imports: [ThrottlerModule.forRoot([{ limit: 100, ttl: 60_000 }])],
    controllers: [ItemsController],
    providers: [{ provide: APP_GUARD, useClass: ThrottlerGuard }],
  };
  await withApp(platform, metadata, async (app) => {
    equal((await app.call('items_list')).isError, false);
    equal((await app.call('items_list')).isError, false);
    const refused = await app.call('items_list');
    equal([refused.isError, refused.text.includes('429')], [true, true]);
  });
}
