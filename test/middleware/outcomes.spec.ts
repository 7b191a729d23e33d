import { expect } from '@jest/globals';
import {
  Catch,
  Controller,
  ForbiddenException,
  Get,
  HttpException,
  Injectable,
  Next as NextParam,
  Param,
  Scope,
  UseFilters,
} from '@nestjs/common';
import type { ArgumentsHost, ExceptionFilter, INestApplication, NestMiddleware } from '@nestjs/common';
import { McpTool } from 'nestjs-mcp';
import { describeParity } from '../parity/parity-table.js';
import type { ParityRow } from '../parity/parity-table.js';
import { boundModule } from './bound-module.js';
import type { Next, SeenRequest, SeenResponse } from './bound-module.js';

@Controller('things')
@McpTool()
class ThingsController {
  @Get(':act')
  find(@Param('act') act: string) {
    return `the route after ${act}`;
  }

  @Get('then/pass')
  pass(@NextParam() next: Next) {
    next();
  }
}

type Act = (request: SeenRequest, response: SeenResponse, next: Next) => unknown;

const later = () => new Promise((resolve) => setTimeout(resolve, 5));

/** What a middleware does, by the last part of the path. */
const ACTS: Record<string, Act> = {
  go: (_request, _response, next) => next(),
  late: async (_request, _response, next) => {
    await later();
    next();
  },
  end: (_request, response) => {
    response.statusCode = 418;
    response.setHeader('content-type', 'text/plain');
    response.end('a teapot');
  },
  'end-late': async (_request, response) => {
    await later();
    response.statusCode = 403;
    response.end();
  },
  'end-ok': (_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end('{"cached":true}');
  },
  redirect: (_request, response) => {
    response.statusCode = 302;
    response.setHeader('location', '/elsewhere');
    response.end();
  },
  'next-exception': (_request, _response, next) => next(new ForbiddenException('not you')),
  'next-error': (_request, _response, next) => next(new Error('secret')),
  'next-status': (_request, _response, next) =>
    next(Object.assign(new Error('too many'), { status: 429, statusCode: 429, expose: true })),
  throw: () => {
    throw new ForbiddenException('not you');
  },
  'throw-error': () => {
    throw new Error('secret');
  },
  'throw-late': async () => {
    await later();
    throw new HttpException({ reason: 'late' }, 409);
  },
};

function act(request: SeenRequest, response: SeenResponse, next: Next): unknown {
  const name = /\/things\/([\w-]+)/.exec(request.originalUrl)?.[1] ?? '';
  return (ACTS[name] ?? ACTS['go']!)(request, response, next);
}

@Injectable()
class ActMiddleware implements NestMiddleware {
  use(request: SeenRequest, response: SeenResponse, next: Next): unknown {
    return act(request, response, next);
  }
}

@Injectable({ scope: Scope.REQUEST })
class RequestScopedActMiddleware extends ActMiddleware {}

const row = (name: string, status: number, more: Partial<ParityRow> = {}): ParityRow => ({
  title: name,
  tool: 'things_find',
  args: { act: name },
  http: `GET /things/${name}`,
  status,
  ...more,
});

const ROWS: readonly ParityRow[] = [
  row('go', 200, { body: 'the route after go' }),
  row('late', 200, { body: 'the route after late' }),
  row('end', 418, { body: 'a teapot' }),
  row('end-late', 403),
  row('end-ok', 200, { body: { cached: true } }),
  row('redirect', 302),
  row('next-exception', 403, { body: { message: 'not you', error: 'Forbidden', statusCode: 403 } }),
  row('next-error', 500, { body: { statusCode: 500, message: 'Internal server error' } }),
  row('next-status', 429),
  row('throw', 403, { body: { message: 'not you', error: 'Forbidden', statusCode: 403 } }),
  row('throw-error', 500, { body: { statusCode: 500, message: 'Internal server error' } }),
  row('throw-late', 409, { body: { reason: 'late' } }),
];

for (const [title, middleware] of [
  ['a function', act],
  ['a class', ActMiddleware],
  ['a request-scoped class', RequestScopedActMiddleware],
] as const) {
  describeParity(
    `what ${title} does is what the call answers`,
    {
      imports: [
        boundModule({ controllers: [ThingsController] }, (consumer) =>
          consumer.apply(middleware).exclude('nothing').forRoutes(ThingsController),
        ),
      ],
    },
    ROWS,
  );
}

/** Middleware is given native responses on Fastify: a filter that serves both uses what these have. */
@Catch()
class OwnFilter implements ExceptionFilter {
  catch(exception: Error, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<SeenResponse & { raw?: SeenResponse }>();
    const native = response.raw ?? response;
    native.statusCode = 422;
    native.setHeader('content-type', 'application/json');
    native.end(JSON.stringify({ filtered: exception.message }));
  }
}

@UseFilters(new OwnFilter())
class FilteredMiddleware extends ActMiddleware {}

describeParity(
  'filters of the application answer errors of middleware',
  {
    imports: [
      boundModule({ controllers: [ThingsController] }, (consumer) =>
        consumer.apply(act).forRoutes(ThingsController),
      ),
    ],
    configure: (app: INestApplication) => void app.useGlobalFilters(new OwnFilter()),
  },
  ['throw', 'throw-late'].map((name) => row(name, 422)),
);

describeParity(
  'filters of a middleware answer its errors',
  {
    imports: [
      boundModule({ controllers: [ThingsController] }, (consumer) =>
        consumer.apply(FilteredMiddleware).forRoutes(ThingsController),
      ),
    ],
  },
  [row('throw', 422, { body: { filtered: 'not you' } })],
);

describeParity(
  'around a route that is not there',
  {
    imports: [
      boundModule({ controllers: [ThingsController] }, (consumer) =>
        consumer.apply(act).forRoutes({ path: 'things/*path', method: 0 }),
      ),
    ],
  },
  [
    {
      title: 'a route that passes on is not found',
      tool: 'things_pass',
      http: 'GET /things/then/pass',
      status: 404,
      on: 'express',
    },
  ],
);

describeParity(
  'leaving the router',
  {
    imports: [
      boundModule({ controllers: [ThingsController] }, (consumer) =>
        consumer
          .apply((_request: SeenRequest, _response: SeenResponse, next: Next) => next('router'))
          .forRoutes(ThingsController),
      ),
    ],
  },
  [
    row('go', 404, {
      on: 'express',
      differs: {
        because: 'the page is from Express itself, which no application sends to a model',
        in: [
          {
            at: 'body',
            http: expect.stringContaining('<pre>Cannot GET /things/go</pre>'),
            tool: '{"message":"Cannot GET /things/go","error":"Not Found","statusCode":404}',
          },
        ],
      },
    }),
  ],
);
