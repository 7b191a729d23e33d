import {
  ArgumentsHost,
  BadRequestException,
  Catch,
  ConflictException,
  Controller,
  Get,
  HttpException,
  ImATeapotException,
  Injectable,
  InternalServerErrorException,
  NotFoundException,
  PayloadTooLargeException,
  UnprocessableEntityException,
  UseFilters,
} from '@nestjs/common';
import type { ExceptionFilter } from '@nestjs/common';
import { APP_FILTER, BaseExceptionFilter, HttpAdapterHost } from '@nestjs/core';
import { McpTool } from 'nestjs-mcp';
import { throwError } from 'rxjs';
import { describeParity } from './parity-table.js';

/** What Fastify's reply and Express's response have in common. */
interface ResponseLike {
  status(code: number): this;
  send(body: unknown): this;
  header(name: string, value: string): this;
  json?(body: unknown): this;
}

const responseIn = (host: ArgumentsHost) => host.switchToHttp().getResponse<ResponseLike>();

class OutOfStock extends Error {
  constructor(readonly sku: string) {
    super(`${sku} is sold out`);
  }
}

class RateLimited extends Error {}
class Silent extends Error {}
class Broken extends Error {}
class Unmapped extends Error {}

@Catch(OutOfStock)
class StatusSendFilter implements ExceptionFilter<OutOfStock> {
  catch({ message, sku }: OutOfStock, host: ArgumentsHost) {
    responseIn(host).status(409).send({ message, sku });
  }
}

/** `response.status().json()`, the way of Nest's documentation; Fastify's reply has no `json()`. */
@Catch(OutOfStock)
class StatusJsonFilter implements ExceptionFilter<OutOfStock> {
  catch({ message }: OutOfStock, host: ArgumentsHost) {
    const { url } = host.switchToHttp().getRequest<{ url: string }>();
    const response = responseIn(host).status(409);
    const body = { path: url, message };
    if (response.json) {
      response.json(body);
    } else {
      response.send(body);
    }
  }
}

@Catch(RateLimited)
class HeaderFilter implements ExceptionFilter {
  catch(_error: unknown, host: ArgumentsHost) {
    responseIn(host).status(429).header('retry-after', '30').send('slow down');
  }
}

@Catch(Silent)
class EmptyFilter implements ExceptionFilter {
  catch(_error: unknown, host: ArgumentsHost) {
    responseIn(host).status(404).send('');
  }
}

@Catch(Broken)
class LateFilter implements ExceptionFilter {
  async catch(_error: unknown, host: ArgumentsHost) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    responseIn(host).status(503).send({ later: true });
  }
}

@Injectable()
class Labels {
  readonly label = 'from a provider';
}

@Catch(Unmapped)
class InjectedFilter implements ExceptionFilter {
  constructor(
    private readonly labels: Labels,
    private readonly adapterHost: HttpAdapterHost,
  ) {}

  catch(_error: unknown, host: ArgumentsHost) {
    const { httpAdapter } = this.adapterHost;
    httpAdapter.reply(host.switchToHttp().getResponse(), { label: this.labels.label }, 507);
  }
}

@Catch(HttpException)
class ReshapingFilter implements ExceptionFilter<HttpException> {
  catch(exception: HttpException, host: ArgumentsHost) {
    responseIn(host).status(exception.getStatus()).send({ reshaped: exception.getResponse() });
  }
}

@Catch()
class CatchAllFilter extends BaseExceptionFilter {
  override catch(exception: unknown, host: ArgumentsHost) {
    super.catch(exception instanceof Error ? new ImATeapotException(exception.message) : exception, host);
  }
}

@Controller('class-filtered')
@UseFilters(StatusSendFilter)
@McpTool()
class ClassFilteredController {
  @Get()
  read() {
    throw new OutOfStock('A1');
  }
}

@Controller('instance-filtered')
@UseFilters(new StatusSendFilter())
@McpTool()
class InstanceFilteredController {
  @Get()
  read() {
    throw new OutOfStock('A1');
  }
}

@Controller('filtered')
@UseFilters(ReshapingFilter)
@McpTool()
class FilteredController {
  @Get('class')
  @UseFilters(StatusJsonFilter)
  byClass() {
    throw new OutOfStock('A1');
  }

  @Get('instance')
  @UseFilters(new StatusJsonFilter())
  byInstance() {
    throw new OutOfStock('A1');
  }

  @Get('headers')
  @UseFilters(HeaderFilter)
  headers() {
    throw new RateLimited();
  }

  @Get('empty')
  @UseFilters(EmptyFilter)
  empty() {
    throw new Silent();
  }

  @Get('late')
  @UseFilters(LateFilter)
  async late() {
    await Promise.reject(new Broken());
  }

  @Get('injected')
  @UseFilters(InjectedFilter)
  injected() {
    throw new Unmapped();
  }

  @Get('reshaped')
  reshaped() {
    throw new NotFoundException('no such cup');
  }

  @Get('all')
  @UseFilters(CatchAllFilter)
  all() {
    throw new Error('anything');
  }

  @Get('uncaught')
  uncaught() {
    throw new Error('the database password is 1234');
  }
}

@Controller('throwing')
@McpTool()
class ThrowingController {
  @Get('http')
  http() {
    throw new ConflictException('taken');
  }

  @Get('object')
  object() {
    throw new UnprocessableEntityException({ code: 'E1', fields: ['a'] });
  }

  @Get('list')
  list() {
    throw new BadRequestException(['a is bad', 'b is bad']);
  }

  @Get('string')
  string() {
    throw new HttpException('just text', 451);
  }

  @Get('described')
  described() {
    throw new PayloadTooLargeException('big', { description: 'Too big', cause: new Error('hidden') });
  }

  @Get('server')
  server() {
    throw new InternalServerErrorException('shown on purpose');
  }

  @Get('error')
  error() {
    throw new TypeError('hidden');
  }

  @Get('status-error')
  statusError() {
    throw Object.assign(new Error('from a library'), { statusCode: 423 });
  }

  @Get('not-an-error')
  notAnError() {
    // eslint-disable-next-line @typescript-eslint/only-throw-error
    throw 'a string';
  }

  @Get('rejection')
  rejection() {
    return Promise.reject(new NotFoundException());
  }

  @Get('observable')
  observable() {
    return throwError(() => new NotFoundException('empty stream'));
  }
}

const UNKNOWN = { statusCode: 500, message: 'Internal server error' };

describeParity(
  'exception filters',
  {
    controllers: [
      ClassFilteredController,
      InstanceFilteredController,
      FilteredController,
      ThrowingController,
    ],
    providers: [Labels],
  },
  [
    {
      title: 'a class on the controller answers by status().send()',
      tool: 'class_filtered_read',
      http: 'GET /class-filtered',
      status: 409,
      body: { message: 'A1 is sold out', sku: 'A1' },
    },
    {
      title: 'an instance on the controller answers',
      tool: 'instance_filtered_read',
      http: 'GET /instance-filtered',
      status: 409,
      body: { message: 'A1 is sold out', sku: 'A1' },
    },
    {
      title: 'a class on the method answers by status().json(), with the path of the route',
      tool: 'filtered_by_class',
      http: 'GET /filtered/class',
      status: 409,
      body: { path: '/filtered/class', message: 'A1 is sold out' },
    },
    {
      title: 'an instance on the method answers',
      tool: 'filtered_by_instance',
      http: 'GET /filtered/instance',
      status: 409,
    },
    {
      title: 'a filter sets headers and sends text',
      tool: 'filtered_headers',
      http: 'GET /filtered/headers',
      status: 429,
      body: 'slow down',
    },
    {
      title: 'a filter sends nothing',
      tool: 'filtered_empty',
      http: 'GET /filtered/empty',
      status: 404,
      body: undefined,
    },
    {
      title: 'a filter that answers later',
      tool: 'filtered_late',
      http: 'GET /filtered/late',
      status: 503,
      body: { later: true },
    },
    {
      title: 'a filter with dependencies answers through the HTTP adapter',
      tool: 'filtered_injected',
      http: 'GET /filtered/injected',
      status: 507,
      body: { label: 'from a provider' },
    },
    {
      title: 'a filter reshapes an HttpException',
      tool: 'filtered_reshaped',
      http: 'GET /filtered/reshaped',
      status: 404,
      body: { reshaped: { statusCode: 404, message: 'no such cup', error: 'Not Found' } },
    },
    {
      title: 'a filter that extends BaseExceptionFilter',
      tool: 'filtered_all',
      http: 'GET /filtered/all',
      status: 418,
      body: { statusCode: 418, message: 'anything', error: "I'm a teapot" },
    },
    {
      title: 'an error that no filter catches',
      tool: 'filtered_uncaught',
      http: 'GET /filtered/uncaught',
      status: 500,
      body: UNKNOWN,
    },
    {
      title: 'an HttpException with a message',
      tool: 'throwing_http',
      http: 'GET /throwing/http',
      status: 409,
      body: { statusCode: 409, message: 'taken', error: 'Conflict' },
    },
    {
      title: 'an HttpException with an object',
      tool: 'throwing_object',
      http: 'GET /throwing/object',
      status: 422,
      body: { code: 'E1', fields: ['a'] },
    },
    {
      title: 'an HttpException with several messages',
      tool: 'throwing_list',
      http: 'GET /throwing/list',
      status: 400,
    },
    {
      title: 'a bare HttpException',
      tool: 'throwing_string',
      http: 'GET /throwing/string',
      status: 451,
      body: { statusCode: 451, message: 'just text' },
    },
    {
      title: 'an HttpException with a description and a cause',
      tool: 'throwing_described',
      http: 'GET /throwing/described',
      status: 413,
      body: { statusCode: 413, message: 'big', error: 'Too big' },
    },
    {
      title: 'an HttpException of the server',
      tool: 'throwing_server',
      http: 'GET /throwing/server',
      status: 500,
    },
    {
      title: 'an Error',
      tool: 'throwing_error',
      http: 'GET /throwing/error',
      status: 500,
      body: UNKNOWN,
    },
    {
      title: "a library's error with a statusCode",
      tool: 'throwing_status_error',
      http: 'GET /throwing/status-error',
      status: 500,
      body: UNKNOWN,
    },
    {
      title: 'something thrown that is no error',
      tool: 'throwing_not_an_error',
      http: 'GET /throwing/not-an-error',
      status: 500,
      body: UNKNOWN,
    },
    {
      title: 'a rejected promise',
      tool: 'throwing_rejection',
      http: 'GET /throwing/rejection',
      status: 404,
    },
    {
      title: 'an observable that fails',
      tool: 'throwing_observable',
      http: 'GET /throwing/observable',
      status: 404,
    },
  ],
);

const reshaped = [
  {
    title: 'reshapes',
    tool: 'throwing_http',
    http: 'GET /throwing/http',
    status: 409,
    body: { reshaped: { statusCode: 409, message: 'taken', error: 'Conflict' } },
  },
  {
    title: 'leaves other errors to Nest',
    tool: 'throwing_error',
    http: 'GET /throwing/error',
    status: 500,
    body: UNKNOWN,
  },
];

describeParity(
  'a filter over the whole application, by useGlobalFilters()',
  {
    controllers: [ThrowingController],
    configure: (app) => void app.useGlobalFilters(new ReshapingFilter()),
  },
  reshaped,
);

describeParity(
  'a filter over the whole application, by APP_FILTER',
  { controllers: [ThrowingController], providers: [{ provide: APP_FILTER, useClass: ReshapingFilter }] },
  reshaped,
);
