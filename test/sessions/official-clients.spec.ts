import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { McpModule, McpNotifier } from 'nestjs-mcp';
import { InputToolsController } from '../input/input-tools.fixture.js';
import { PLATFORMS, startApp } from '../support/running-app.js';
import type { RunningApp } from '../support/running-app.js';
import { recordingFetch } from '../support/wire/index.js';
import { SESSION_CLIENTS } from './session-clients.js';
import type { ClientBehaviour, SessionedClient } from './session-clients.js';
import { createSessionController, Signals } from './session-tools.fixture.js';

const FORMS: Readonly<Record<string, Record<string, string | boolean>>> = {
  'What is your name?': { name: 'Alice' },
  'Which color?': { color: 'blue' },
  'Go on?': { ok: true },
};

describe.each(PLATFORMS)('sessions on %s', (platform) => {
  describe.each(SESSION_CLIENTS)('with $label', ({ connect }) => {
    let server: RunningApp;
    let client: SessionedClient;
    let signals: Signals;
    let asked: string[];
    let told: unknown[];
    let action: 'accept' | 'decline' | 'cancel';
    const wire = recordingFetch('2025-11-25');

    beforeEach(async () => {
      signals = new Signals();
      asked = [];
      told = [];
      action = 'accept';
      server = await startApp({
        platform,
        module: {
          imports: [McpModule.forRoot({ sessions: { retryMs: 50 } })],
          controllers: [InputToolsController, createSessionController(signals)],
        },
      });
      const elicit: ClientBehaviour['elicit'] = (message) => {
        asked.push(message);
        return { action, ...(action === 'accept' && { content: FORMS[message] ?? {} }) };
      };
      client = await connect(server.mcp, wire, { told, elicit });
    });
    afterEach(async () => {
      signals.mayEnd.open();
      await client.close();
      await server.close();
      await wire.assertValidMessages();
    });

    async function until(isThere: () => boolean): Promise<void> {
      while (!isThere()) {
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    }

    /** The client opens its GET stream when it has connected, and does not wait for it. */
    async function listening(): Promise<void> {
      await until(() =>
        wire.exchanges.some(
          ({ request }) =>
            request.method === 'GET' && request.headers.get('mcp-session-id') === client.sessionId(),
        ),
      );
    }

    it('have an id', () => {
      expect(client.sessionId()).toMatch(/^[\x21-\x7e]+$/);
    });

    it('ask the user', async () => {
      expect(await client.call('test_input_required_result_elicitation')).toBe('Hello, Alice!');
      expect(asked).toEqual(['What is your name?']);
    });

    it('ask the model', async () => {
      expect(JSON.parse(await client.call('test_input_required_result_sampling'))).toMatchObject({
        content: { type: 'text', text: 'Paris' },
      });
    });

    it('ask for roots', async () => {
      expect(JSON.parse(await client.call('test_input_required_result_list_roots'))).toEqual({
        roots: [{ uri: 'file:///test/root' }],
      });
    });

    it('ask several things at once, and in several rounds', async () => {
      expect(JSON.parse(await client.call('test_input_required_result_multiple_inputs'))).toEqual([
        'capital_question',
        'client_roots',
        'user_name',
      ]);
      expect(JSON.parse(await client.call('test_input_required_result_multi_round'))).toEqual({
        name: 'Alice',
        color: 'blue',
      });
    });

    it('keep the state of a call', async () => {
      expect(JSON.parse(await client.call('test_input_required_result_request_state'))).toEqual({
        step: 1,
        note: 'state-ok',
      });
    });

    it.each([
      ['accept', '{"removed":"a.txt"}'],
      ['decline', '"remove" was not run: the user declined.'],
      ['cancel', '"remove" was not run: the user closed the question without an answer.'],
    ] as const)('confirm: %s', async (answer, text) => {
      action = answer;
      expect(await client.call('remove', { name: 'a.txt' })).toBe(text);
      expect(asked).toEqual(['Delete a.txt?']);
    });

    it('send log messages from the level on that was set', async () => {
      await client.call('logs');
      expect(told).toEqual([]);
      await client.setLevel('info');
      await client.call('logs');
      expect(told).toEqual(['news', 'trouble']);
      await client.setLevel('error');
      await client.call('logs');
      expect(told).toEqual(['news', 'trouble', 'trouble']);
    });

    it('tell of changes', async () => {
      await listening();
      const notifier = server.app.get(McpNotifier);
      notifier.resourceUpdated('nest://menu');
      await client.subscribe('nest://menu');
      notifier.resourceUpdated('nest://menu');
      notifier.resourceUpdated('nest://other');
      await until(() => told.length >= 1);
      await client.unsubscribe('nest://menu');
      notifier.resourceUpdated('nest://menu');
      notifier.toolsChanged();
      notifier.resourcesChanged();
      await until(() => told.length >= 3);
      expect(told).toEqual(['nest://menu', 'tools', 'resources']);
    });

    it('report progress', async () => {
      signals.mayEnd.open();
      const reports: number[] = [];
      const text = await client.call('steps', {}, { onprogress: ({ progress }) => reports.push(progress) });
      expect([text, ...reports]).toEqual(['done', 1, 2, 3]);
    });

    it('abort a call that the client cancels', async () => {
      const controller = new AbortController();
      const call = client.call('wait', {}, { signal: controller.signal });
      const settled = expect(call).rejects.toThrow();
      await signals.begun.opened;
      controller.abort();
      await settled;
      await signals.aborted.opened;
    });

    it('bring the answer to a client that was let go', async () => {
      const call = client.call('away', {}, { onprogress: () => undefined });
      await signals.begun.opened;
      await until(() => wire.exchanges.some(({ request }) => request.headers.has('last-event-id')));
      signals.mayEnd.open();
      expect(await call).toBe('back');
    });
  });
});
