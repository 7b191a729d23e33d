import { afterEach, describe, expect, it } from '@jest/globals';
import { McpModule, McpNotifier } from 'nestjs-mcp';
import { sendModern } from '../support/raw-exchange.js';
import type { RawExchange } from '../support/raw-exchange.js';
import { PLATFORMS, startApp } from '../support/running-app.js';
import type { RunningApp } from '../support/running-app.js';
import { SessionClient } from '../sessions/session-client.js';
import { SessionStreams } from '../sessions/session-streams.js';
import { createSessionController, Signals } from '../sessions/session-tools.fixture.js';
import { createJobController, Jobs } from '../streams/job.fixture.js';

const PROGRESS = { progressToken: 'p' };

describe.each(PLATFORMS)('when all streams are taken, on %s', (platform) => {
  let server: RunningApp;
  let jobs: Jobs;
  let signals: Signals;

  /** A server with one place, and a call that has taken it. */
  async function startFull(keepAliveMs?: number): Promise<RawExchange> {
    jobs = new Jobs();
    signals = new Signals();
    server = await startApp({
      platform,
      module: {
        imports: [McpModule.forRoot({ limits: { streams: 1 }, sessions: true, keepAliveMs })],
        controllers: [createJobController(jobs), createSessionController(signals)],
      },
    });
    const first = call('job_wait');
    await first.until(({ messages }) => messages.length === 1);
    return first;
  }
  const call = (name: string) => sendModern(server.mcp, 'tools/call', { name }, PROGRESS);
  const typeOf = ({ response }: RawExchange) => response!.headers['content-type'];

  afterEach(async () => {
    jobs.mayEnd.open();
    signals.mayEnd.open();
    await server.close();
  });

  it('a call is answered whole, without its progress', async () => {
    await startFull();
    const second = await call('job_steps').whole();
    expect(typeOf(second)).toMatch('application/json');
    expect(second.messages).toMatchObject([{ id: 1, result: { content: [{ text: '{"done":true}' }] } }]);
  });

  it('the one that has the place keeps it to its end, and gives it back then', async () => {
    const first = await startFull();
    await call('job_steps').whole();
    jobs.mayEnd.open();
    await first.whole();
    expect(first.methods).toEqual(['notifications/progress', 'notifications/progress', undefined]);
    for (let count = 0; count < 3; count++) {
      const next = await call('job_steps').whole();
      expect(typeOf(next)).toBe('text/event-stream');
      expect(next.messages).toHaveLength(4);
    }
  });

  it('a client that goes away gives its place back', async () => {
    const first = await startFull();
    first.close();
    await jobs.aborted.opened;
    const next = await call('job_steps').whole();
    expect(typeOf(next)).toBe('text/event-stream');
  });

  it('no signs of life are sent, and nobody fails for it', async () => {
    await startFull(5);
    const second = call('wait');
    await signals.begun.opened;
    await new Promise((resolve) => setTimeout(resolve, 30));
    signals.mayEnd.open();
    await second.whole();
    expect(typeOf(second)).toMatch('application/json');
    expect(second.messages).toMatchObject([{ id: 1, result: {} }]);
  });

  it('subscriptions are opened as before: they have limits of their own', async () => {
    await startFull();
    const listening = [1, 2].map((id) =>
      sendModern(
        server.mcp,
        'subscriptions/listen',
        { notifications: { toolsListChanged: true } },
        {},
        {},
        id,
      ),
    );
    await Promise.all(listening.map((stream) => stream.until(({ messages }) => messages.length === 1)));
    server.app.get(McpNotifier).toolsChanged();
    await Promise.all(listening.map((stream) => stream.until(({ messages }) => messages.length === 2)));
    listening.forEach((stream) => stream.close());
  });

  it('the user is asked on the stream that the session has opened', async () => {
    await startFull();
    const client = new SessionClient(server.mcp);
    const streams = new SessionStreams(client);
    await client.begin({ elicitation: {} });
    const listening = await streams.listen();
    const asking = streams.call('remove');
    await listening.until(({ messages }) => messages.length === 1);
    const { id } = listening.messages[0]!;
    await client.post({ jsonrpc: '2.0', id, result: { action: 'accept', content: {} } }, client.headers);
    await asking.whole();
    expect(asking.messages).toMatchObject([
      { id: 1, result: { content: [{ text: '{"removed":"a.txt"}' }] } },
    ]);
    streams.closeAll();
  });

  it('a call that the user has to confirm says that the user cannot be asked', async () => {
    await startFull();
    const client = new SessionClient(server.mcp);
    const streams = new SessionStreams(client);
    await client.begin({ elicitation: {} });
    const asking = await streams.call('remove').whole();
    expect(asking.messages).toMatchObject([{ id: 1, result: { isError: true } }]);
    streams.closeAll();
  });
});

describe.each(PLATFORMS)('GET streams of a session on %s', (platform) => {
  it('are at most 8 at once, and one that is closed makes room', async () => {
    const server = await startApp({
      platform,
      module: {
        imports: [McpModule.forRoot({ sessions: true })],
        controllers: [createSessionController(new Signals())],
      },
    });
    const client = new SessionClient(server.mcp);
    const streams = new SessionStreams(client);
    await client.begin();
    const open = await Promise.all(Array.from({ length: 8 }, () => streams.listen()));
    const refused = await client.send('GET', { ...client.headers, accept: 'text/event-stream' });
    expect(refused.status).toBe(429);
    expect(refused.message).toEqual({
      jsonrpc: '2.0',
      error: { code: -32600, message: 'This session has 8 open GET streams. Close one' },
    });
    open[0]!.close();
    await open[0]!.ended;
    let status: number | undefined = 429;
    // The server learns of it a little later.
    while (status === 429) {
      status = (await streams.listen()).response!.statusCode;
    }
    expect(status).toBe(200);
    streams.closeAll();
    await server.close();
  });
});
