import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { McpNotifier } from 'nestjs-mcp';
import { RedisMcpStore } from 'nestjs-mcp/redis';
import { SESSION_CLIENTS } from '../sessions/session-clients.js';
import type { SessionedClient } from '../sessions/session-clients.js';
import { Signals } from '../sessions/session-tools.fixture.js';
import { RedisServer } from '../support/redis-server.js';
import { RoundRobinProxy } from '../support/round-robin-proxy.js';
import { PLATFORMS } from '../support/running-app.js';
import { recordingFetch } from '../support/wire/index.js';
import type { RecordingFetch } from '../support/wire/index.js';
import { startInstance } from './instances.js';
import type { Instance } from './instances.js';

const FORMS: Readonly<Record<string, Record<string, string>>> = { 'What is your name?': { name: 'Alice' } };
const REQUEST_STATE = { keys: ['a key of thirty-two characters or more'] };

let redis: RedisServer;
let count = 0;
beforeAll(async () => {
  redis = await RedisServer.start();
});
afterAll(() => redis.close());

async function until(isThere: () => boolean): Promise<void> {
  while (!isThere()) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

describe.each(PLATFORMS)('two instances on %s behind one address', (platform) => {
  let instances: Instance[];
  let proxy: RoundRobinProxy;

  beforeEach(async () => {
    const prefix = `{clients-${++count}}:`;
    const start = () =>
      startInstance(platform, new RedisMcpStore(redis.url, { prefix }), { requestState: REQUEST_STATE });
    instances = await Promise.all([start(), start()]);
    proxy = await RoundRobinProxy.start(...instances.map(({ origin }) => origin));
  });
  afterEach(async () => {
    instances.forEach(({ signals }) => signals.mayEnd.open());
    await proxy.close();
    await Promise.all(instances.map((instance) => instance.close()));
  });

  describe.each(SESSION_CLIENTS)('and a session of $label', ({ connect }) => {
    let wire: RecordingFetch;
    /** A connection that was broken off leaves nothing that could be validated. */
    let isWhole: boolean;
    let client: SessionedClient;
    let told: unknown[];
    let asked: string[];

    beforeEach(async () => {
      wire = recordingFetch('2025-11-25');
      isWhole = true;
      told = [];
      asked = [];
      client = await connect(proxy.url, wire, {
        told,
        elicit: (message) => {
          asked.push(message);
          return { action: 'accept', content: FORMS[message] ?? {} };
        },
      });
    });
    afterEach(async () => {
      instances.forEach(({ signals }) => signals.mayEnd.open());
      await client.close();
      if (isWhole) {
        await wire.assertValidMessages();
      }
      expect(Math.min(...proxy.counts)).toBeGreaterThan(1);
    });

    async function listening(): Promise<void> {
      await until(() =>
        wire.exchanges.some(
          ({ request }) =>
            request.method === 'GET' && request.headers.get('mcp-session-id') === client.sessionId(),
        ),
      );
    }

    it('ask the user, the model and for roots, again and again', async () => {
      for (let round = 0; round < 4; round++) {
        expect(await client.call('test_input_required_result_elicitation')).toBe('Hello, Alice!');
        expect(await client.call('remove', { name: 'a.txt' })).toBe('{"removed":"a.txt"}');
        expect(await client.call('test_input_required_result_sampling')).toContain('Paris');
        expect(await client.call('test_input_required_result_list_roots')).toContain('file:///test/root');
      }
      expect(asked).toHaveLength(8);
    });

    it('keep to the log level', async () => {
      await client.setLevel('error');
      await client.call('logs');
      await client.call('logs');
      expect(told).toEqual(['trouble', 'trouble']);
    });

    it('tell of changes, wherever they come from', async () => {
      await listening();
      await client.subscribe('nest://menu');
      const notifiers = instances.map(({ app }) => app.get(McpNotifier));
      for (const [index, notifier] of notifiers.entries()) {
        notifier.resourceUpdated('nest://menu');
        await until(() => told.length === index + 1);
      }
      await client.unsubscribe('nest://menu');
      for (const [index, notifier] of notifiers.entries()) {
        notifier.resourceUpdated('nest://menu');
        notifier.toolsChanged();
        await until(() => told.length === index + 3);
      }
      expect(told).toEqual(['nest://menu', 'nest://menu', 'tools', 'tools']);
    });

    it('stop a call that the client cancels', async () => {
      const controller = new AbortController();
      const call = client.call('wait', {}, { signal: controller.signal });
      call.catch(() => undefined);
      await Promise.race(instances.map(({ signals }) => signals.begun.opened));
      controller.abort();
      await Promise.race(instances.map(({ signals }) => signals.aborted.opened));
      await expect(call).rejects.toThrow();
    });

    it('go on with a call whose connection was lost', async () => {
      isWhole = false;
      for (let round = 0; round < 3; round++) {
        instances.forEach(({ signals }) => Object.assign(signals, new Signals()));
        const reports: number[] = [];
        const onprogress = ({ progress }: { progress: number }) => void reports.push(progress);
        const call = client.call('steps', {}, { onprogress });
        await until(() => reports.length === 1);
        const before = proxy.counts.reduce((sum, each) => sum + each);
        proxy.breakOff();
        await until(() => proxy.counts.reduce((sum, each) => sum + each) > before);
        instances.forEach(({ signals }) => signals.mayEnd.open());
        expect([await call, ...reports]).toEqual(['done', 1, 2, 3]);
      }
    });

    it('let the connection of a call go, and the client come back to any of them', async () => {
      const call = client.call('away');
      await Promise.race(instances.map(({ signals }) => signals.begun.opened));
      instances.forEach(({ signals }) => signals.mayEnd.open());
      expect(await call).toBe('back');
    });
  });

  it('ask a client of 2026-07-28, whose answers come to the other', async () => {
    const client = new Client(
      { name: 'test-client', version: '1.0.0' },
      {
        versionNegotiation: { mode: { pin: '2026-07-28' } },
        capabilities: { elicitation: { form: {} }, sampling: {}, roots: {} },
      },
    );
    client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: {} }));
    await client.connect(new StreamableHTTPClientTransport(proxy.url));
    for (let round = 0; round < 3; round++) {
      const result = await client.callTool({ name: 'remove', arguments: { name: 'a.txt' } });
      expect(result.content).toEqual([{ type: 'text', text: '{"removed":"a.txt"}' }]);
    }
    await client.close();
    expect(Math.min(...proxy.counts)).toBeGreaterThan(1);
  });
});
