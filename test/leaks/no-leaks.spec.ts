import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { inspect } from 'node:util';
import type { LoggerService } from '@nestjs/common';
import { McpCatalog } from 'nestjs-mcp';
import { EndpointClient } from '../support/endpoint-client.js';
import type { EndpointAnswer } from '../support/endpoint-client.js';
import { PLATFORMS, startApp } from '../support/running-app.js';
import type { AppOptions, RunningApp } from '../support/running-app.js';
import {
  addEntries,
  ENVIRONMENT,
  HEADERS,
  leakingModule,
  leakOf,
  LOG_SECRETS,
  SECRETS,
} from './leaking-app.fixture.js';
import { ANSWERED, THROWN } from './thrown-values.js';

const ERAS = ['legacy', 'modern'] as const;
type Era = (typeof ERAS)[number];
type Params = Readonly<Record<string, unknown>>;

/** A line of a stack, also where JSON has escaped the line break. */
const STACK_LINE = /(?:\n|\\n|^)\s*at .*[(/\\].*:\d+/m;

/** One entry of the log, all that it was given as text. */
interface Entry {
  readonly level: string;
  readonly text: string;
  readonly isOurs: boolean;
}

let entries: Entry[] = [];

const logger = Object.fromEntries(
  ['log', 'error', 'warn', 'debug', 'verbose', 'fatal'].map((level) => [
    level,
    (...parts: unknown[]) => {
      const text = parts.map((part) => (part instanceof Error ? part.stack : String(part))).join('\n');
      entries.push({ level, text, isOurs: parts.at(-1) === 'McpModule' });
    },
  ]),
) as unknown as LoggerService;

/** What goes with the answer in all cases: nothing that is nobody's business. */
function expectNoLeak({ text, headers }: EndpointAnswer): void {
  const whole = `${JSON.stringify([...headers])}\n${text}`;
  for (const secret of SECRETS) {
    expect(whole).not.toContain(secret);
  }
  expect(whole).not.toMatch(STACK_LINE);
  for (const { text: line } of entries.filter(({ isOurs }) => isOurs)) {
    for (const secret of LOG_SECRETS) {
      expect(line).not.toContain(secret);
    }
  }
}

/** The id that the client got, wherever the method has its place for it. */
function errorIdOf({ message }: EndpointAnswer): unknown {
  const meta = message.result?.['_meta'] as Params | undefined;
  const data = (message.error as { data?: Params } | undefined)?.data;
  return meta?.['nestjs-mcp/errorId'] ?? data?.['errorId'];
}

function expectOneLineWithId(answer: EndpointAnswer): void {
  const id = errorIdOf(answer);
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect(entries.filter(({ text }) => text.includes(id as string))).toHaveLength(1);
}

beforeAll(() => {
  process.env['LEAK_TEST_SECRET'] = ENVIRONMENT;
});
afterAll(() => {
  delete process.env['LEAK_TEST_SECRET'];
});
beforeEach(() => {
  entries = [];
});

describe.each(PLATFORMS)('on %s', (platform) => {
  let running: RunningApp;
  let client: EndpointClient;

  async function start(options: Partial<AppOptions> = {}): Promise<EndpointClient> {
    running = await startApp({ platform, module: leakingModule(), logger, ...options });
    return new EndpointClient(running.mcp);
  }

  function ask(era: Era, method: string, params: Params): Promise<EndpointAnswer> {
    return era === 'modern' ? client.modern(method, params, HEADERS) : client.legacy(method, params, HEADERS);
  }

  describe.each(ERAS)('to a %s client', (era) => {
    beforeAll(async () => {
      client = await start();
      addEntries(running.app.get(McpCatalog));
    });
    afterAll(() => running.close());

    const call = (name: string, args: Params = {}) => ask(era, 'tools/call', { name, arguments: args });

    describe.each(['thrown', 'provider_thrown', 'function_thrown'])('the tool %s that throws', (tool) => {
      it.each(Object.keys(THROWN))('%s says nothing of it', async (kind) => {
        const answer = await call(tool, { kind });
        expect(answer.status).toBe(200);
        expect(answer.message.result).toMatchObject({
          isError: true,
          content: [{ type: 'text', text: expect.stringMatching(/Internal (s|S)erver (e|E)rror/) }],
        });
        expectNoLeak(answer);
        expectOneLineWithId(answer);
      });

      it.each(Object.keys(ANSWERED))('%s says only what that says', async (kind) => {
        const answer = await call(tool, { kind });
        expect(answer.said).toMatch(/Bad\.|Broken\./);
        expectNoLeak(answer);
      });
    });

    it.each(['guard', 'interceptor', 'pipe', 'filter', 'provider_filter', 'to_json', 'getter', 'midway'])(
      'a tool whose %s fails says nothing of it',
      async (tool) => {
        const answer = await call(tool, tool === 'pipe' ? { text: 'x' } : {});
        expect(answer.message.result).toMatchObject({ isError: true });
        expectNoLeak(answer);
        expectOneLineWithId(answer);
      },
    );

    it('a file that cannot be opened says nothing of why', async () => {
      const answer = await call('at_once');
      expect(answer.message.result).toMatchObject({ isError: true });
      expectNoLeak(answer);
    });

    it.each([
      'leak://to-json',
      'leak://midway',
      'leak://function',
      'leak://thrown/a%20text',
      'nest://openapi',
    ])('the resource %s that fails says nothing of it', async (uri) => {
      const answer = await ask(era, 'resources/read', { uri });
      expect(answer.message.error).toMatchObject({ code: -32603 });
      expectNoLeak(answer);
      expectOneLineWithId(answer);
    });

    it.each(['route_prompt', 'provider_prompt', 'function_prompt', 'no_prompt'])(
      'the prompt %s that fails says nothing of it',
      async (name) => {
        const answer = await ask(era, 'prompts/get', { name });
        expect(answer.message.error).toMatchObject({ code: -32603 });
        expectNoLeak(answer);
        expectOneLineWithId(answer);
      },
    );

    it('a completion that fails says nothing of it', async () => {
      const ref = { type: 'ref/prompt', name: 'asking' };
      const answer = await ask(era, 'completion/complete', { ref, argument: { name: 'city', value: 'R' } });
      expect(answer.message.error).toMatchObject({ code: -32603 });
      expectNoLeak(answer);
      expectOneLineWithId(answer);
    });
  });

  describe.each(ERAS)('around the tools, to a %s client', (era) => {
    const fails = (headers: object): never => {
      throw new Error(leakOf(headers));
    };
    const failing = (request: object) => fails((request as { headers: object }).headers);

    it.each(Object.keys(THROWN))(
      'a guard of the endpoint that throws %s says nothing of it',
      async (kind) => {
        const guard = {
          canActivate: () => {
            throw THROWN[kind]!(leakOf(HEADERS));
          },
        };
        client = await start({ configure: (app) => app.useGlobalGuards(guard) });
        const answer = await ask(era, 'tools/list', {});
        await running.close();
        expect(answer.status).toBe(500);
        expect(answer.message.error).toMatchObject({ code: -32603, message: 'Internal error' });
        expectNoLeak(answer);
        expectOneLineWithId(answer);
      },
    );

    it('hooks that throw are logged without credentials, and the call goes on', async () => {
      client = await start({
        module: leakingModule({
          beforeToolCall: (_name, _args, request) => failing(request),
          afterToolCall: (_name, _args, request) => failing(request),
        }),
      });
      const answer = await ask(era, 'tools/call', { name: 'thrown', arguments: { kind: 'an Error' } });
      await running.close();
      expectNoLeak(answer);
      expectOneLineWithId(answer);
      expect(entries.filter(({ text }) => /ToolCall failed/.test(text))).toHaveLength(2);
    });

    it.each(['thrown', 'provider_thrown', 'function_thrown'])(
      'hooks learn nothing of how %s failed',
      async (name) => {
        const given: unknown[] = [];
        client = await start({
          module: leakingModule({
            beforeToolCall: (tool, args) => given.push(tool, args),
            afterToolCall: (tool, args, _request, outcome) => given.push(tool, args, outcome),
          }),
        });
        addEntries(running.app.get(McpCatalog));
        await ask(era, 'tools/call', { name, arguments: { kind: 'an Error' } });
        await running.close();
        expect(given).toHaveLength(5);
        const text = inspect(given, { depth: 10 });
        for (const secret of SECRETS) {
          expect(text).not.toContain(secret);
        }
        expect(text).not.toMatch(STACK_LINE);
      },
    );

    it('middleware and hooks of the platform that fail say nothing of it', async () => {
      client = await start({
        configure: (app) => {
          if (platform === 'express') {
            app.use((request: object) => failing(request));
          } else {
            (app.getHttpAdapter().getInstance() as { addHook(name: string, hook: unknown): void }).addHook(
              'preHandler',
              (request: object) =>
                Promise.reject(new Error(leakOf((request as { headers: object }).headers))),
            );
          }
        },
      });
      const answer = await ask(era, 'tools/list', {});
      await running.close();
      expect(answer.status).toBe(500);
      expectNoLeak(answer);
      expectOneLineWithId(answer);
    });

    it('a body that cannot be read is not quoted', async () => {
      client = await start();
      const answer = await client.post(`{"password":"${leakOf(HEADERS)}`, HEADERS);
      await running.close();
      expect(answer.status).toBe(400);
      expectNoLeak(answer);
    });
  });

  describe('what the options call', () => {
    const failing = (request: object): never => {
      throw new Error(leakOf((request as { headers: object }).headers));
    };

    it('principal: says nothing of how it failed', async () => {
      client = await start({ module: leakingModule({ principal: failing }) });
      const answer = await client.modern('subscriptions/listen', { notifications: {} }, HEADERS);
      await running.close();
      expect(answer.message.error).toMatchObject({ code: -32603, message: 'Internal error' });
      expectNoLeak(answer);
      expectOneLineWithId(answer);
    });

    it('a property of the request that throws says nothing of it', async () => {
      const guard = {
        canActivate: (context: { switchToHttp(): { getRequest(): object } }) => {
          const request = context.switchToHttp().getRequest();
          Object.defineProperty(request, 'user', { get: () => failing(request), configurable: true });
          return true;
        },
      };
      client = await start({
        module: leakingModule({ sessions: true }),
        configure: (app) => app.useGlobalGuards(guard),
      });
      const answer = await client.legacy(
        'initialize',
        { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
        HEADERS,
      );
      await running.close();
      expect(answer.message.error).toMatchObject({ code: -32603, message: 'Internal error' });
      expectNoLeak(answer);
      expectOneLineWithId(answer);
    });

    it('a store of sessions that fails says nothing of it', async () => {
      const reject = () => Promise.reject(new Error(leakOf(HEADERS)));
      const store = { add: reject, get: reject, replace: reject, delete: reject };
      client = await start({ module: leakingModule({ sessions: { store } }) });
      const params = {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 'x', version: '1' },
      };
      const begun = await client.legacy('initialize', params, HEADERS);
      const used = await client.legacy('tools/list', {}, { ...HEADERS, 'mcp-session-id': 'x' });
      await running.close();
      for (const answer of [begun, used]) {
        expect(answer.message.error).toMatchObject({ code: -32603, message: 'Internal error' });
        expectNoLeak(answer);
        expectOneLineWithId(answer);
      }
    });
  });
});
