import {
  Body,
  Controller,
  createParamDecorator,
  Get,
  Headers,
  HostParam,
  HttpException,
  Injectable,
  Ip,
  Next,
  Param,
  ParseIntPipe,
  Post,
  Query,
  Req,
  Res,
  Session,
  UseGuards,
  ValidationPipe,
} from '@nestjs/common';
import type { CanActivate, ExecutionContext, INestApplication, PipeTransform } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import fastifyCookie from '@fastify/cookie';
import { IsInt, IsString } from 'class-validator';
import cookieParser from 'cookie-parser';
import { McpTool } from 'nestjs-mcp';
import { describeParity } from './parity-table.js';

interface RequestLike {
  method: string;
  url: string;
  originalUrl: string;
  hostname: string;
  protocol: string;
  ip: string;
  params: Record<string, string>;
  query: Record<string, unknown>;
  body?: unknown;
  headers: Record<string, string | undefined>;
  cookies: Record<string, string>;
  session?: unknown;
  user?: { name: string; level: string };
}

/** What Fastify's reply and Express's response have in common. */
interface ResponseLike {
  status(code: number): this;
  send(body?: unknown): this;
  header(name: string, value: string): this;
  type(type: string): this;
}

type NextFunction = (error?: unknown) => void;

class SignInGuard implements CanActivate {
  canActivate(context: ExecutionContext) {
    const request = context.switchToHttp().getRequest<RequestLike>();
    request.user = { name: request.headers['x-user'] ?? 'nobody', level: '3' };
    request.session = { visits: 1, by: request.user.name };
    return true;
  }
}

const CurrentUser = createParamDecorator((key: 'name' | 'level' | undefined, context: ExecutionContext) => {
  const { user } = context.switchToHttp().getRequest<RequestLike>();
  return key ? user?.[key] : user;
});

const Cookies = createParamDecorator(
  (name: string, context: ExecutionContext) =>
    context.switchToHttp().getRequest<RequestLike>().cookies[name] ?? null,
);

class Login {
  @IsString()
  name!: string;

  @IsInt()
  level!: number;
}

@Injectable()
class SuffixPipe implements PipeTransform<string> {
  transform(value: string) {
    return `${value}!`;
  }
}

@Controller('parameters')
@UseGuards(SignInGuard)
@McpTool()
class ParametersController {
  @Get('params/:a/:b')
  params(@Param() all: Record<string, string>, @Param('a') a: string) {
    return { all: { ...all }, a };
  }

  @Get('query')
  query(@Query() all: Record<string, unknown>, @Query('a') a?: string) {
    return { all: { ...all }, a };
  }

  @Post('body')
  body(@Body() all: Record<string, unknown>) {
    return { all };
  }

  @Post('body-parts')
  bodyParts(@Body('a') a: string, @Body('b') b: number[], @Query('c') c?: string) {
    return { a, b, c };
  }

  @Post('optional-body')
  optionalBody(@Body('a') a?: string) {
    return { a };
  }

  @Get('headers')
  headers(@Headers('x-tenant') tenant: string, @Headers('authorization') authorization: string) {
    return { tenant, authorization };
  }

  @Get('body-headers')
  bodyHeaders(@Headers() headers: Record<string, string>) {
    return {
      contentType: headers['content-type'],
      contentLength: headers['content-length'],
      mcp: Object.keys(headers).filter((name) => name.startsWith('mcp-')),
    };
  }

  @Post('described-body')
  describedBody(@Headers() headers: Record<string, string>, @Body() body: Record<string, unknown>) {
    return { type: headers['content-type'], length: Number(headers['content-length']), body };
  }

  @Post('request/:id')
  request(@Req() request: RequestLike, @Param('id') id: string, @Body('x') x?: number) {
    const { method, url, originalUrl, params, query, body, protocol, hostname } = request;
    return {
      id,
      x,
      method,
      url,
      originalUrl,
      protocol,
      hostname,
      params: { ...params },
      query: { ...query },
      body,
    };
  }

  @Get('ip')
  ip(@Ip() ip: string) {
    return { ip };
  }

  @Get('session')
  session(@Session() session: Record<string, unknown>) {
    return session;
  }

  @Get('custom')
  custom(@CurrentUser() user: unknown, @CurrentUser('name') name: string) {
    return { user, name };
  }

  @Get('custom-pipes')
  customPipes(
    @CurrentUser('level', ParseIntPipe) level: number,
    @CurrentUser('name', SuffixPipe) name: string,
  ) {
    return { level, name };
  }

  @Get('custom-validated')
  customValidated(@CurrentUser(new ValidationPipe({ validateCustomDecorators: true })) user: Login) {
    return user;
  }

  @Get('cookies')
  cookies(@Cookies('theme') theme: string, @Cookies('missing') missing: string) {
    return { theme, missing };
  }

  @Get('response')
  response(@Res() response: ResponseLike) {
    response.status(202).header('x-made', 'by hand').send({ made: 'by hand' });
  }

  @Get('response-later')
  responseLater(@Res() response: ResponseLike) {
    setTimeout(() => response.status(200).send({ later: true }), 5);
  }

  @Get('response-text')
  responseText(@Res() response: ResponseLike) {
    response.type('text/plain').send('plain');
  }

  @Get('passthrough')
  passthrough(@Res({ passthrough: true }) response: ResponseLike) {
    response.status(203).header('x-made', 'with help');
    return { passthrough: true };
  }

  @Get('passthrough-nothing')
  passthroughNothing(@Res({ passthrough: true }) response: ResponseLike) {
    response.status(204);
  }

  @Get('next')
  next(@Next() next: NextFunction) {
    next();
  }

  @Get('next-error')
  nextError(@Next() next: NextFunction) {
    next(new Error('hidden'));
  }

  @Get('next-http-error')
  nextHttpError(@Next() next: NextFunction) {
    next(new HttpException('locked', 423));
  }

  @Get('response-and-next')
  responseAndNext(@Res() _response: ResponseLike, @Next() next: NextFunction) {
    setTimeout(() => next(), 5);
  }
}

@Controller({ path: 'hosted', host: ':account.example.com' })
@McpTool()
class HostedController {
  @Get()
  read(@HostParam('account') account: string) {
    return { account };
  }
}

async function addCookies(app: INestApplication, platform: 'fastify' | 'express') {
  if (platform === 'fastify') {
    await (app as NestFastifyApplication).register(fastifyCookie);
  } else {
    app.use(cookieParser());
  }
}

const get = (path: string) => `GET /parameters/${path}`;
const post = (path: string, body: unknown) => ({ method: 'POST', path: `/parameters/${path}`, body });

describeParity(
  'parameter decorators',
  { controllers: [ParametersController, HostedController], configure: addCookies },
  [
    {
      title: '@Param() with and without a name',
      tool: 'parameters_params',
      args: { a: 'x', b: 'y' },
      http: get('params/x/y'),
      status: 200,
      body: { all: { a: 'x', b: 'y' }, a: 'x' },
    },
    {
      title: '@Query() takes whatever is given, as text',
      tool: 'parameters_query',
      args: { a: 'x', b: 2, c: true },
      http: get('query?a=x&b=2&c=true'),
      status: 200,
      body: { all: { a: 'x', b: '2', c: 'true' }, a: 'x' },
    },
    {
      title: '@Query() with special characters',
      tool: 'parameters_query',
      args: { a: 'a&b=c +%20é\u{1F600}', 'k y': '1' },
      http: {
        path: '/parameters/query',
        query: { a: 'a&b=c +%20é\u{1F600}', 'k y': '1' },
      },
      status: 200,
    },
    {
      title: '@Query() with a repeated key',
      tool: 'parameters_query',
      args: { tag: ['a', 'b'] },
      http: get('query?tag=a&tag=b'),
      status: 200,
      body: { all: { tag: ['a', 'b'] } },
    },
    {
      title: '@Query() with a list of one',
      tool: 'parameters_query',
      args: { tag: ['a'] },
      http: get('query?tag=a'),
      status: 200,
      differs: {
        because: 'an argument that is an array arrives as one',
        in: [{ at: 'body.all.tag', http: 'a', tool: ['a'] }],
      },
    },
    {
      title: '@Query() with nothing',
      tool: 'parameters_query',
      http: get('query'),
      status: 200,
      body: { all: {} },
    },
    {
      title: '@Query() with null leaves the key out',
      tool: 'parameters_query',
      args: { a: null, b: null },
      http: get('query'),
      status: 200,
      body: { all: {} },
    },
    {
      title: '@Query() with an empty text',
      tool: 'parameters_query',
      args: { a: '' },
      http: get('query?a='),
      status: 200,
      body: { all: { a: '' }, a: '' },
    },
    {
      title: '@Body() takes any JSON',
      tool: 'parameters_body',
      args: { a: null, b: [1, { c: 'é' }], d: { e: false }, f: 1.5 },
      http: post('body', { a: null, b: [1, { c: 'é' }], d: { e: false }, f: 1.5 }),
      status: 201,
      body: { all: { a: null, b: [1, { c: 'é' }], d: { e: false }, f: 1.5 } },
    },
    {
      title: '@Body() with nothing in it',
      tool: 'parameters_body',
      http: post('body', {}),
      status: 201,
      body: { all: {} },
    },
    {
      title: '@Body() with names, beside @Query()',
      tool: 'parameters_body_parts',
      args: { a: 'x', b: [1, 2], c: 'y' },
      http: post('body-parts?c=y', { a: 'x', b: [1, 2] }),
      status: 201,
      body: { a: 'x', b: [1, 2], c: 'y' },
    },
    {
      title: '@Body() with a name and an empty body',
      tool: 'parameters_optional_body',
      http: post('optional-body', {}),
      status: 201,
      body: {},
    },
    {
      title: '@Headers() with names',
      tool: 'parameters_headers',
      http: get('headers'),
      headers: { 'x-tenant': 'acme', authorization: 'Bearer t' },
      status: 200,
      body: { tenant: 'acme', authorization: 'Bearer t' },
    },
    {
      title: '@Headers() of a request without a body describe none, and nothing of MCP',
      tool: 'parameters_body_headers',
      http: get('body-headers'),
      status: 200,
      body: { mcp: [] },
    },
    {
      title: '@Headers() describe the body of the route, not that of the call',
      tool: 'parameters_described_body',
      args: { a: 'é' },
      http: post('described-body', { a: 'é' }),
      status: 201,
      body: { type: 'application/json', length: 10, body: { a: 'é' } },
    },
    {
      title: '@Req() is the request of the route',
      tool: 'parameters_request',
      args: { id: 'a b', x: 1 },
      http: post('request/a%20b', { x: 1 }),
      headers: { host: 'shop.example.com' },
      status: 201,
      body: {
        id: 'a b',
        x: 1,
        method: 'POST',
        url: '/parameters/request/a%20b',
        originalUrl: '/parameters/request/a%20b',
        protocol: 'http',
        hostname: 'shop.example.com',
        params: { id: 'a b' },
        query: {},
        body: { x: 1 },
      },
    },
    {
      title: '@Ip() is the caller',
      tool: 'parameters_ip',
      http: get('ip'),
      status: 200,
      body: { ip: '127.0.0.1' },
    },
    {
      title: '@Session()',
      tool: 'parameters_session',
      http: get('session'),
      headers: { 'x-user': 'ann' },
      status: 200,
      body: { visits: 1, by: 'ann' },
    },
    {
      title: 'a custom decorator, with and without data',
      tool: 'parameters_custom',
      http: get('custom'),
      headers: { 'x-user': 'ann' },
      status: 200,
      body: { user: { name: 'ann', level: '3' }, name: 'ann' },
    },
    {
      title: 'a custom decorator with pipes',
      tool: 'parameters_custom_pipes',
      http: get('custom-pipes'),
      headers: { 'x-user': 'ann' },
      status: 200,
      body: { level: 3, name: 'ann!' },
    },
    {
      title: 'a custom decorator whose value a pipe refuses',
      tool: 'parameters_custom_validated',
      http: get('custom-validated'),
      status: 400,
      body: { statusCode: 400, message: ['level must be an integer number'], error: 'Bad Request' },
    },
    {
      title: 'cookies',
      tool: 'parameters_cookies',
      http: get('cookies'),
      headers: { cookie: 'theme=d%C3%A4rk; other=1' },
      status: 200,
      body: { theme: 'därk', missing: null },
    },
    {
      title: '@Res() answered by hand',
      tool: 'parameters_response',
      http: get('response'),
      status: 202,
      body: { made: 'by hand' },
    },
    {
      title: '@Res() answered later',
      tool: 'parameters_response_later',
      http: get('response-later'),
      status: 200,
      body: { later: true },
    },
    {
      title: '@Res() answered with text',
      tool: 'parameters_response_text',
      http: get('response-text'),
      status: 200,
      body: 'plain',
    },
    {
      title: '@Res({ passthrough: true })',
      tool: 'parameters_passthrough',
      http: get('passthrough'),
      status: 203,
      body: { passthrough: true },
    },
    {
      title: '@Res({ passthrough: true }) and nothing returned',
      tool: 'parameters_passthrough_nothing',
      http: get('passthrough-nothing'),
      status: 204,
      body: undefined,
    },
    {
      title: 'next() is a route that is not there',
      tool: 'parameters_next',
      http: get('next'),
      on: 'express',
      status: 404,
      body: { statusCode: 404, message: 'Cannot GET /parameters/next', error: 'Not Found' },
    },
    {
      title: 'next() later',
      tool: 'parameters_response_and_next',
      http: get('response-and-next'),
      on: 'express',
      status: 404,
    },
    {
      title: 'next(error) is that error',
      tool: 'parameters_next_error',
      http: get('next-error'),
      on: 'express',
      status: 500,
      body: { statusCode: 500, message: 'Internal server error' },
    },
    {
      title: 'next(exception) is that exception',
      tool: 'parameters_next_http_error',
      http: get('next-http-error'),
      on: 'express',
      status: 423,
    },
    {
      title: 'next() on Fastify is a TypeError over HTTP',
      tool: 'parameters_next',
      http: get('next'),
      on: 'fastify',
      status: 500,
      differs: {
        because: 'Nest gives handlers no next() on Fastify; a replay does, and answers 404',
        in: [
          { at: 'status', http: 500, tool: 404 },
          { at: 'body.statusCode', http: 500, tool: 404 },
          { at: 'body.message', http: 'Internal server error', tool: 'Cannot GET /parameters/next' },
          { at: 'body.error', http: undefined, tool: 'Not Found' },
        ],
      },
    },
    {
      title: '@HostParam() of the host that the caller asked',
      tool: 'hosted_read',
      http: 'GET /hosted',
      headers: { host: 'acme.example.com' },
      status: 200,
      body: { account: 'acme' },
    },
    {
      title: 'a controller of another host',
      tool: 'hosted_read',
      http: 'GET /hosted',
      headers: { host: 'localhost' },
      status: 404,
    },
  ],
);

describeParity(
  'the extended query parser of Express',
  {
    controllers: [ParametersController],
    configure: (app, platform) => {
      if (platform === 'express') {
        (app as unknown as { set(name: string, value: string): void }).set('query parser', 'extended');
      }
    },
  },
  [
    {
      title: 'reads brackets as an object',
      tool: 'parameters_query',
      args: { 'filter[name]': 'x' },
      http: get('query?filter[name]=x'),
      on: 'express',
      status: 200,
      body: { all: { filter: { name: 'x' } } },
    },
    {
      title: 'takes an object as brackets',
      tool: 'parameters_query',
      args: { filter: { name: 'x', sizes: ['1', '2'] } },
      http: get('query?filter[name]=x&filter[sizes]=1&filter[sizes]=2'),
      on: 'express',
      status: 200,
      body: { all: { filter: { name: 'x', sizes: ['1', '2'] } } },
    },
    {
      title: 'is not there on Fastify: brackets are part of the name',
      tool: 'parameters_query',
      args: { 'filter[name]': 'x' },
      http: get('query?filter[name]=x'),
      on: 'fastify',
      status: 200,
      body: { all: { 'filter[name]': 'x' } },
    },
  ],
);
