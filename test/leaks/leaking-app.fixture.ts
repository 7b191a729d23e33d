import { Readable } from 'node:stream';
import {
  Catch,
  Controller,
  Get,
  Injectable,
  Param,
  Query,
  Req,
  StreamableFile,
  UseFilters,
  UseGuards,
  UseInterceptors,
  UsePipes,
} from '@nestjs/common';
import type {
  CanActivate,
  ExceptionFilter,
  ModuleMetadata,
  NestInterceptor,
  PipeTransform,
} from '@nestjs/common';
import { McpArgs, McpCatalog, McpComplete, McpModule, McpPrompt, McpResource, McpTool } from 'nestjs-mcp';
import { getMcpContext } from 'nestjs-mcp/context';
import type { McpModuleOptions } from 'nestjs-mcp';
import { ANSWERED, THROWN } from './thrown-values.js';

export const TOKEN = 'tok-4f1d2c3b4a59';
export const COOKIE = 'ses-a8b7c6d5e4f3';
export const PASSWORD = 'pwd-9z8y7x6w5v';
export const ENVIRONMENT = 'env-1a2b3c4d5e6f';
export const STATEMENT = 'SELECT id, hash FROM customers WHERE mail = $1';
export const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJrYXRlIn0.c2lnbmF0dXJlLW9mLWl0';

/** None of these may get to a client. */
export const SECRETS = [TOKEN, COOKIE, PASSWORD, ENVIRONMENT, STATEMENT, JWT, 'customers'];
/** Nor these into a line that is ours: what an exception says in words of its own cannot be told from a secret. */
export const LOG_SECRETS = [TOKEN, COOKIE, PASSWORD, STATEMENT, JWT, 'customers'];

export const HEADERS = { authorization: `Bearer ${TOKEN}`, cookie: `theme=dark; sid=${COOKIE}` };

interface Headers {
  readonly authorization?: string;
  readonly cookie?: string;
}

/** What an exception of a careless application may quote. */
export function leakOf(headers: Headers = {}): string {
  return [
    `password=${PASSWORD} at postgres://app:${PASSWORD}@db/shop (${process.env['LEAK_TEST_SECRET'] ?? ''})`,
    `token ${headers.authorization?.slice('Bearer '.length) ?? ''} in ${String(headers.authorization)}`,
    `cookie: ${headers.cookie ?? ''}`,
    `sid ${headers.cookie?.split('sid=')[1] ?? ''}`,
    `Basic ${Buffer.from(`kate:${PASSWORD}`).toString('base64')} and ${JWT}`,
    STATEMENT,
  ].join('\n');
}

export function thrower(kind: string, headers: Headers): never {
  throw (THROWN[kind] ?? ANSWERED[kind])!(leakOf(headers));
}

interface RequestLike {
  readonly headers: Headers;
}

const callerHeaders = (): Headers => (getMcpContext()!.request as RequestLike).headers;
const throwing = (): never => thrower('an Error', callerHeaders());

@Catch()
class FailingFilter implements ExceptionFilter {
  catch(): void {
    throwing();
  }
}

@Controller('leaks')
export class LeaksController {
  @Get('thrown/:kind')
  @McpTool('thrown')
  @McpResource({ template: 'leak://thrown/{kind}' })
  thrown(@Param('kind') kind: string, @Req() { headers }: RequestLike): void {
    thrower(kind, headers);
  }

  @Get('guard')
  @UseGuards({ canActivate: throwing } satisfies CanActivate)
  @McpTool('guard')
  guard(): void {}

  @Get('pipe')
  @UsePipes({ transform: throwing } satisfies PipeTransform)
  @McpTool('pipe')
  pipe(@Query('text') text: string): string {
    return text;
  }

  @Get('interceptor')
  @UseInterceptors({ intercept: throwing } satisfies NestInterceptor)
  @McpTool('interceptor')
  interceptor(): void {}

  @Get('filter')
  @UseFilters(FailingFilter)
  @McpTool('filter')
  filter(): void {
    throwing();
  }

  @Get('to-json')
  @McpTool('to_json')
  @McpResource({ uri: 'leak://to-json' })
  toJson() {
    return { toJSON: throwing };
  }

  @Get('getter')
  @McpTool('getter')
  getter(): object {
    return Object.defineProperty({}, 'x', { enumerable: true, get: throwing });
  }

  @Get('midway')
  @McpTool('midway')
  @McpResource({ uri: 'leak://midway' })
  midway(@Req() { headers }: RequestLike): StreamableFile {
    return new StreamableFile(failingStream('the first half', leakOf(headers)));
  }

  @Get('at-once')
  @McpTool('at_once')
  atOnce(@Req() { headers }: RequestLike): StreamableFile {
    return new StreamableFile(failingStream(undefined, leakOf(headers)));
  }

  @Get('prompt')
  @McpPrompt('route_prompt')
  prompt(@Req() { headers }: RequestLike): string {
    return thrower('an Error', headers);
  }
}

function failingStream(start: string | undefined, leak: string): Readable {
  return Readable.from(
    (async function* () {
      await Promise.resolve();
      if (start !== undefined) {
        yield Buffer.from(start);
      }
      throw new Error(leak);
    })(),
  );
}

@Injectable()
export class LeaksService {
  @McpTool('provider_thrown')
  thrown(@McpArgs('kind') kind: string): void {
    thrower(kind, callerHeaders());
  }

  @McpTool('provider_filter')
  @UseFilters(FailingFilter)
  filter(): void {
    throwing();
  }

  @McpPrompt('provider_prompt')
  prompt(): string {
    return thrower('a text', callerHeaders());
  }

  @McpPrompt('no_prompt')
  noPrompt(): unknown {
    return { a: 1, b: 2 };
  }

  @McpComplete({ ref: 'asking', argument: 'city' })
  complete(): string[] {
    return thrower('an Error', callerHeaders());
  }

  @McpPrompt('asking')
  asking(@McpArgs('city') city: string): string {
    return city;
  }
}

/** What the options call: each fails when it is told to. */
export function leakingModule(options: McpModuleOptions = {}): ModuleMetadata {
  return {
    imports: [McpModule.forRoot({ openapi: throwing, ...options })],
    controllers: [LeaksController],
    providers: [LeaksService],
  };
}

/** What is added at run time. */
export function addEntries(catalog: McpCatalog): void {
  catalog.addTool<{ kind: string }>({
    name: 'function_thrown',
    description: 'Throws.',
    inputSchema: { type: 'object', properties: { kind: { type: 'string' } } },
    handler: ({ kind }, { request }) => thrower(kind, (request as RequestLike).headers),
  });
  catalog.addPrompt({
    name: 'function_prompt',
    description: 'Throws.',
    handler: (_, { request }) => thrower('an object', (request as RequestLike).headers),
  });
  catalog.addResource({
    uri: 'leak://function',
    name: 'function',
    description: 'Throws.',
    handler: (_, { request }) => thrower('null', (request as RequestLike).headers),
  });
}
