import {
  BadGatewayException,
  ClassSerializerInterceptor,
  Controller,
  Get,
  GoneException,
  HttpCode,
  Injectable,
  RequestTimeoutException,
  UseInterceptors,
} from '@nestjs/common';
import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { APP_INTERCEPTOR, Reflector } from '@nestjs/core';
import { Exclude, Expose } from 'class-transformer';
import { McpTool } from 'nestjs-mcp';
import { catchError, delay, from, map, of, tap, throwError, timeout, TimeoutError } from 'rxjs';
import { describeParity } from './parity-table.js';

@Injectable()
class Clock {
  readonly now = '2026-01-01';
}

class EnvelopeInterceptor implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler) {
    return next.handle().pipe(map((data: unknown) => ({ data })));
  }
}

@Injectable()
class StampInterceptor implements NestInterceptor {
  constructor(private readonly clock: Clock) {}

  intercept(_context: ExecutionContext, next: CallHandler) {
    return next.handle().pipe(map((value: unknown) => ({ value, at: this.clock.now })));
  }
}

class ErrorMappingInterceptor implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler) {
    return next.handle().pipe(catchError(() => throwError(() => new BadGatewayException('upstream'))));
  }
}

class RescueInterceptor implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler) {
    return next.handle().pipe(catchError((error: Error) => of({ rescued: error.message })));
  }
}

class CachedInterceptor implements NestInterceptor {
  intercept() {
    return of({ cached: true });
  }
}

class TimeoutInterceptor implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler) {
    return next.handle().pipe(
      timeout(20),
      catchError((error: unknown) =>
        throwError(() => (error instanceof TimeoutError ? new RequestTimeoutException() : error)),
      ),
    );
  }
}

class LateInterceptor implements NestInterceptor {
  async intercept(_context: ExecutionContext, next: CallHandler) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    return next.handle();
  }
}

/** Sets the status on the response, in the way of either platform. */
class TeapotInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler) {
    const response = context.switchToHttp().getResponse<{ status(code: number): unknown }>();
    return next.handle().pipe(tap(() => void response.status(418)));
  }
}

class HandlerNameInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler) {
    const names = {
      type: context.getType<string>(),
      class: context.getClass().name,
      handler: context.getHandler().name,
      args: context.getArgs().length > 1,
    };
    return next.handle().pipe(map(() => names));
  }
}

class Account {
  @Expose() name: string;
  @Exclude() password: string;

  constructor(name: string, password: string) {
    this.name = name;
    this.password = password;
  }

  @Expose()
  get initial(): string {
    return this.name.charAt(0);
  }
}

@Controller('enveloped')
@UseInterceptors(EnvelopeInterceptor)
@McpTool()
class EnvelopedController {
  @Get('object')
  object() {
    return { id: 1 };
  }

  @Get('nothing')
  nothing() {}

  @Get('null')
  null() {
    return null;
  }

  @Get('nested')
  @UseInterceptors(StampInterceptor)
  nested() {
    return 'inner';
  }

  @Get('throws')
  throws() {
    throw new GoneException();
  }
}

@Controller('intercepted')
@UseInterceptors(new EnvelopeInterceptor())
@McpTool()
class InterceptedController {
  @Get('instance')
  @UseInterceptors(new EnvelopeInterceptor())
  instance() {
    return [1];
  }

  @Get('mapped')
  @UseInterceptors(ErrorMappingInterceptor)
  mapped() {
    throw new Error('database password is 1234');
  }

  @Get('rescued')
  @UseInterceptors(RescueInterceptor)
  rescued() {
    throw new Error('lost');
  }

  @Get('cached')
  @UseInterceptors(CachedInterceptor)
  cached() {
    throw new Error('must not run');
  }

  @Get('timeout')
  @UseInterceptors(TimeoutInterceptor)
  timeout() {
    return from(['late']).pipe(delay(200));
  }

  @Get('late')
  @UseInterceptors(LateInterceptor)
  late() {
    return 'done';
  }

  @Get('teapot')
  @UseInterceptors(TeapotInterceptor)
  teapot() {
    return 'short and stout';
  }

  @Get('teapot-202')
  @HttpCode(202)
  @UseInterceptors(TeapotInterceptor)
  teapotWithCode() {
    return 'short and stout';
  }

  @Get('names')
  @UseInterceptors(HandlerNameInterceptor)
  names() {}

  @Get('serialized')
  @UseInterceptors(ClassSerializerInterceptor)
  serialized() {
    return new Account('ann', 'secret');
  }

  @Get('serialized-list')
  @UseInterceptors(ClassSerializerInterceptor)
  serializedList() {
    return [new Account('ann', 'secret'), new Account('bob', 'secret')];
  }
}

describeParity(
  'interceptors',
  { controllers: [EnvelopedController, InterceptedController], providers: [Clock, Reflector] },
  [
    {
      title: 'a class on the controller wraps the result',
      tool: 'enveloped_object',
      http: 'GET /enveloped/object',
      status: 200,
      body: { data: { id: 1 } },
    },
    {
      title: 'a wrapped undefined is an empty envelope',
      tool: 'enveloped_nothing',
      http: 'GET /enveloped/nothing',
      status: 200,
      body: {},
    },
    {
      title: 'a wrapped null stays null',
      tool: 'enveloped_null',
      http: 'GET /enveloped/null',
      status: 200,
      body: { data: null },
    },
    {
      title: 'the method wraps inside, the controller outside',
      tool: 'enveloped_nested',
      http: 'GET /enveloped/nested',
      status: 200,
      body: { data: { value: 'inner', at: '2026-01-01' } },
    },
    {
      title: 'an exception is not wrapped',
      tool: 'enveloped_throws',
      http: 'GET /enveloped/throws',
      status: 410,
      body: { statusCode: 410, message: 'Gone' },
    },
    {
      title: 'instances on controller and method wrap',
      tool: 'intercepted_instance',
      http: 'GET /intercepted/instance',
      status: 200,
      body: { data: { data: [1] } },
    },
    {
      title: 'an error is mapped to another',
      tool: 'intercepted_mapped',
      http: 'GET /intercepted/mapped',
      status: 502,
      body: { statusCode: 502, message: 'upstream', error: 'Bad Gateway' },
    },
    {
      title: 'an error is replaced by a result',
      tool: 'intercepted_rescued',
      http: 'GET /intercepted/rescued',
      status: 200,
      body: { data: { rescued: 'lost' } },
    },
    {
      title: 'an interceptor answers in the place of the handler',
      tool: 'intercepted_cached',
      http: 'GET /intercepted/cached',
      status: 200,
      body: { data: { cached: true } },
    },
    {
      title: 'a handler that takes too long',
      tool: 'intercepted_timeout',
      http: 'GET /intercepted/timeout',
      status: 408,
      body: { statusCode: 408, message: 'Request Timeout' },
    },
    {
      title: 'an interceptor that waits before it calls the handler',
      tool: 'intercepted_late',
      http: 'GET /intercepted/late',
      status: 200,
      body: { data: 'done' },
    },
    {
      title: 'an interceptor sets the status on the response',
      tool: 'intercepted_teapot',
      http: 'GET /intercepted/teapot',
      status: 418,
      body: { data: 'short and stout' },
    },
    {
      title: 'a status set by an interceptor against @HttpCode()',
      tool: 'intercepted_teapot_with_code',
      http: 'GET /intercepted/teapot-202',
      status: 418,
    },
    {
      title: 'an interceptor sees the original class and handler',
      tool: 'intercepted_names',
      http: 'GET /intercepted/names',
      status: 200,
      body: { data: { type: 'http', class: 'InterceptedController', handler: 'names', args: true } },
    },
    {
      title: 'ClassSerializerInterceptor leaves out excluded properties',
      tool: 'intercepted_serialized',
      http: 'GET /intercepted/serialized',
      status: 200,
      body: { data: { name: 'ann', initial: 'a' } },
    },
    {
      title: 'ClassSerializerInterceptor on a list',
      tool: 'intercepted_serialized_list',
      http: 'GET /intercepted/serialized-list',
      status: 200,
      body: {
        data: [
          { name: 'ann', initial: 'a' },
          { name: 'bob', initial: 'b' },
        ],
      },
    },
  ],
);

@Controller('plain')
@McpTool()
class PlainController {
  @Get()
  read() {
    return { id: 1 };
  }

  @Get('throws')
  throws() {
    throw new GoneException('moved away');
  }
}

const wrapped = [
  {
    title: 'wraps results',
    tool: 'plain_read',
    http: 'GET /plain',
    status: 200,
    body: { data: { id: 1 } },
  },
  {
    title: 'leaves exceptions alone',
    tool: 'plain_throws',
    http: 'GET /plain/throws',
    status: 410,
    body: { statusCode: 410, message: 'moved away', error: 'Gone' },
  },
];

describeParity(
  'an interceptor over the whole application, by useGlobalInterceptors()',
  {
    controllers: [PlainController],
    configure: (app) => void app.useGlobalInterceptors(new EnvelopeInterceptor()),
  },
  wrapped,
);

describeParity(
  'an interceptor over the whole application, by APP_INTERCEPTOR',
  {
    controllers: [PlainController],
    providers: [{ provide: APP_INTERCEPTOR, useClass: EnvelopeInterceptor }],
  },
  wrapped,
);
