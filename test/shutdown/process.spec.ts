import { Agent, request } from 'node:http';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { SessionClient } from '../sessions/session-client.js';
import { SessionStreams } from '../sessions/session-streams.js';
import { sendModern } from '../support/raw-exchange.js';
import { PLATFORMS } from '../support/running-app.js';
import { ChildProgram, compileChild } from './child-program.js';

let path: string;

beforeAll(() => {
  path = compileChild();
});

describe.each(PLATFORMS)('a process with an application on %s', (platform) => {
  let child: ChildProgram;

  afterEach(() => child.kill());

  async function listening(graceMs: number, callsEnd: boolean): Promise<URL> {
    child = new ChildProgram(path, [platform, 'listens', String(graceMs), String(callsEnd)]);
    const { url } = await child.read();
    return new URL(url as string);
  }

  it.each([
    ['answers a call that ends in time', true, { result: { content: [{ text: '{"carriedOut":true}' }] } }],
    ['gives up a call that does not', false, { error: { code: -32603 } }],
  ])('ends by itself when the application closes, and %s', async (_, callsEnd, answer) => {
    const url = await listening(callsEnd ? 60_000 : 200, callsEnd);
    const agent = new Agent({ keepAlive: true });
    await Promise.all([1, 2, 3].map(() => ping(url, agent)));
    const subscription = sendModern(url, 'subscriptions/listen', {
      notifications: { toolsListChanged: true },
    });
    const client = new SessionClient(url);
    await client.begin({ elicitation: {} });
    const streams = new SessionStreams(client);
    const stream = await streams.listen();
    const question = streams.call('ask');
    await question.until(({ methods }) => methods.includes('elicitation/create'));
    await subscription.until(({ messages }) => messages.length > 0);
    const call = sendModern(url, 'tools/call', { name: 'long' }, { progressToken: 1 });
    await call.until(({ messages }) => messages.length > 0);

    child.terminate();

    expect(await child.read()).toEqual({ held: [], timers: [] });
    expect(await child.ended).toEqual({ code: 0, signal: null });
    for (const exchange of [subscription, stream, question, call]) {
      await exchange.ended;
      expect(exchange.isComplete).toBe(true);
    }
    expect(call.messages.at(-1)).toMatchObject(answer);
    agent.destroy();
  });

  it('ends by itself when the application has never listened', async () => {
    child = new ChildProgram(path, [platform, 'stays-silent', '60000', 'false']);
    expect(await child.read()).toEqual({ held: [], timers: [] });
    expect(await child.ended).toEqual({ code: 0, signal: null });
  });
});

/** Leaves its connection open. */
function ping(url: URL, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, {
      method: 'POST',
      agent,
      headers: { 'content-type': 'application/json', 'mcp-protocol-version': '2025-11-25' },
    });
    outgoing.on('error', reject);
    outgoing.on('response', (response) => {
      response.resume();
      response.on('end', resolve);
    });
    outgoing.end('{"jsonrpc":"2.0","id":1,"method":"ping"}');
  });
}
