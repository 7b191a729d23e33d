import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { PLATFORMS } from '../support/running-app.js';
import { INITIALIZE, LineChild } from './line-child.js';
import type { Message } from './line-child.js';
import { compilePrograms } from './programs.js';

let program: string;

beforeAll(() => {
  program = compilePrograms('stdio-lines').app;
});

describe.each(PLATFORMS)('an application on standard streams, on %s', (platform) => {
  let child: LineChild;

  afterEach(async () => {
    await child.kill();
  });

  function start(variant = ''): LineChild {
    child = new LineChild([program, platform, variant]);
    return child;
  }

  it('writes messages to standard output, and everything else to standard error', async () => {
    start();
    const { result } = await child.answer(1, 'tools/call', { name: 'me' });
    expect(result).toMatchObject({ content: [{ text: '{"user":"Alice","injected":"Alice"}' }] });
    expect(child.lines).toHaveLength(1);
    for (const text of ['a line at boot', 'LOG [McpModule]', 'a line of the application', 'not a message']) {
      expect(child.stderr).toContain(text);
    }
    expect(await child.endInput()).toEqual({ code: 0, signal: null });
    expect(child.lines).toHaveLength(1);
  });

  it('reads a message that comes in pieces, several in one, blank lines, CRLF, and one without an end', async () => {
    start();
    const ping = (id: number) => JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' });
    child.write(ping(1).slice(0, 10));
    child.write(`${ping(1).slice(10)}\r\n\n  \n${ping(2)}\n${ping(3)}`);
    expect(await child.endInput()).toEqual({ code: 0, signal: null });
    expect(child.messages.map(({ id }) => id).sort()).toEqual([1, 2, 3]);
  });

  it('answers what is no JSON, no UTF-8, no message, or too long, and goes on', async () => {
    start('short-lines');
    child.write('{"jsonrpc":\n');
    child.process.stdin.write(Buffer.from([0x22, 0xff, 0x22, 0x0a]));
    child.write('"text"\n');
    child.write('{"jsonrpc":"1.0","id":7,"method":"ping"}\n');
    child.write(`${'x'.repeat(5_000)}\n`);
    child.send({ id: 8, method: 'ping' });
    await child.message(({ id }) => id === 8);
    expect(child.messages.slice(0, 5)).toEqual([
      { jsonrpc: '2.0', error: expect.objectContaining({ code: -32700 }) },
      { jsonrpc: '2.0', error: expect.objectContaining({ code: -32700 }) },
      { jsonrpc: '2.0', error: expect.objectContaining({ code: -32600 }) },
      { jsonrpc: '2.0', id: 7, error: expect.objectContaining({ code: -32600 }) },
      {
        jsonrpc: '2.0',
        error: expect.objectContaining({ code: -32600, message: expect.stringContaining('1000 bytes') }),
      },
    ]);
  });

  it('answers a body that the platform does not take with the id of the request', async () => {
    start();
    const { error } = await child.answer('big', 'tools/call', {
      name: 'echo',
      arguments: { text: 'x'.repeat(2 * 1024 * 1024) },
    });
    expect(error).toMatchObject({ code: -32600, message: expect.stringContaining('larger') });
  });

  it('answers unknown versions and methods as over HTTP', async () => {
    start();
    child.ask(1, 'tools/list', {}, { 'io.modelcontextprotocol/protocolVersion': '2031-01-01' });
    expect((await child.message(({ id }) => id === 1)).error).toMatchObject({ code: -32022 });
    expect((await child.answer(2, 'tools/none')).error).toMatchObject({ code: -32601 });
    expect((await child.answer(3, 'server/discover')).result).toMatchObject({
      supportedVersions: expect.arrayContaining(['2026-07-28', '2025-11-25']) as unknown,
    });
  });

  it('takes calls with arguments that travel as headers over HTTP from a client that has not listed the tools', async () => {
    start();
    for (const [id, region] of ['north', ' Süd ', ''].entries()) {
      const { result } = await child.answer(id, 'tools/call', {
        name: 'room',
        arguments: { room: 1, region },
      });
      expect(result).toMatchObject({ content: [{ text: JSON.stringify({ room: 1, region }) }] });
    }
  });

  it('takes batches of 2025-03-26', async () => {
    start();
    child.send({ ...INITIALIZE, params: { ...INITIALIZE.params, protocolVersion: '2025-03-26' } });
    child.send({ method: 'notifications/initialized' });
    child.write('[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":2,"method":"ping"}]\n');
    await child.until(() => child.lines.length === 2);
    expect(JSON.parse(child.lines[1]!)).toEqual([
      { jsonrpc: '2.0', id: 1, result: {} },
      { jsonrpc: '2.0', id: 2, result: {} },
    ]);
  });

  describe('in 2026-07-28', () => {
    it('says nothing more of a request that was cancelled', async () => {
      start();
      child.ask('w', 'tools/call', { name: 'wait' }, { progressToken: 'p' });
      await child.message(({ method }) => method === 'notifications/progress');
      child.send({ method: 'notifications/cancelled', params: { requestId: 'w', reason: 'enough' } });
      let count = 0;
      for (let id = 1; count === 0; id++) {
        const { result } = await child.answer(id, 'tools/call', { name: 'aborts' });
        count = Number(/\d+/.exec((result as { content: { text: string }[] }).content[0]!.text)![0]);
      }
      child.send({ method: 'notifications/cancelled', params: { requestId: 'unknown' } });
      child.send({ method: 'notifications/cancelled', params: {} });
      await child.answer('last', 'tools/list');
      expect(child.messages.filter(({ id }) => id === 'w')).toEqual([]);
    });

    it('asks with results, never with requests', async () => {
      start();
      const { result } = await child.answer(1, 'tools/call', {
        name: 'test_input_required_result_elicitation',
      });
      expect(result).toMatchObject({ resultType: 'input_required' });
      expect(child.messages.every(({ id, method }) => id === undefined || method === undefined)).toBe(true);
    });

    it('tells several subscriptions apart, ends one that is cancelled, and the others at shutdown', async () => {
      start();
      const subscriptionId = 'io.modelcontextprotocol/subscriptionId';
      const meta = ({ params, result }: Message) =>
        ((params ?? result) as { _meta?: Record<string, unknown> } | undefined)?._meta?.[subscriptionId];
      child.ask('a', 'subscriptions/listen', { notifications: { toolsListChanged: true } });
      child.ask(2, 'subscriptions/listen', { notifications: { toolsListChanged: true } });
      const acknowledged = () =>
        child.messages.filter(({ method }) => method === 'notifications/subscriptions/acknowledged');
      await child.until(() => acknowledged().length === 2);
      expect(new Set(acknowledged().map(meta))).toEqual(new Set(['a', 2]));

      await child.answer('c1', 'tools/call', { name: 'change' });
      const changes = () =>
        child.messages.filter(({ method }) => method === 'notifications/tools/list_changed').map(meta);
      await child.until(() => changes().length === 2);
      expect(new Set(changes())).toEqual(new Set(['a', 2]));

      child.send({ method: 'notifications/cancelled', params: { requestId: 'a' } });
      await child.answer('c2', 'tools/call', { name: 'change' });
      await child.until(() => changes().length === 3);
      expect(changes()[2]).toBe(2);

      expect(await child.kill('SIGTERM')).toEqual({ code: 0, signal: null });
      expect(child.messages.slice(-2)).toMatchObject([
        { id: 2, result: { _meta: { [subscriptionId]: 2 } } },
        { method: 'notifications/cancelled', params: { requestId: 2 } },
      ]);
      expect(child.messages.filter(({ id }) => id === 'a')).toEqual([]);
    });
  });

  describe('at its end', () => {
    it('answers what is in flight when its input ends, and runs its shutdown hooks', async () => {
      start();
      child.ask('s', 'tools/call', { name: 'steps' }, { progressToken: 's' });
      await child.message(({ method }) => method === 'notifications/progress');
      child.ask('p1', 'tools/call', { name: 'proceed' });
      child.ask('p2', 'tools/call', { name: 'proceed' });
      expect(await child.endInput()).toEqual({ code: 0, signal: null });
      expect(
        child.messages
          .filter(({ id }) => id !== undefined)
          .map(({ id }) => id)
          .sort(),
      ).toEqual(['p1', 'p2', 's']);
      expect(child.stderr).toContain('shutdown hooks have run');
    });

    it('does not wait for a client that has gone to answer a question', async () => {
      start();
      child.send(INITIALIZE);
      child.send({ method: 'notifications/initialized' });
      child.send({ id: 1, method: 'tools/call', params: { name: 'test_input_required_result_elicitation' } });
      await child.message(({ method }) => method === 'elicitation/create');
      expect(await child.endInput()).toEqual({ code: 0, signal: null });
      expect(child.messages.at(-1)).toMatchObject({ id: 1 });
    });

    it('waits no longer for calls when it is told to end after its input has', async () => {
      start();
      child.send(INITIALIZE);
      child.send({ method: 'notifications/initialized' });
      child.send({ id: 'w', method: 'tools/call', params: { name: 'wait', _meta: { progressToken: 'w' } } });
      child.send({
        id: 'q',
        method: 'tools/call',
        params: { name: 'test_input_required_result_elicitation' },
      });
      await child.message(({ method }) => method === 'notifications/progress');
      await child.message(({ method }) => method === 'elicitation/create');
      child.process.stdin.end();
      await child.message(({ id }) => id === 'q');
      expect(await child.kill('SIGTERM')).toEqual({ code: 0, signal: null });
      expect(child.messages.at(-1)).toMatchObject({ id: 'w', error: { code: -32000 } });
    });

    it.each(['SIGTERM', 'SIGINT'] as const)('closes on %s', async (signal) => {
      start();
      await child.answer(1, 'tools/list');
      expect(await child.kill(signal)).toEqual({ code: 0, signal: null });
      expect(child.stderr).toContain('shutdown hooks have run');
    });

    it('closes when nobody reads its output any more', async () => {
      start();
      await child.answer(1, 'tools/list');
      child.process.stdout.destroy();
      child.ask(2, 'tools/list');
      await child.until(() => child.stderr.includes('shutdown hooks have run'));
      expect(await child.ended).toEqual({ code: 0, signal: null });
    });
  });

  describe('without an identity', () => {
    it('is refused by guards that want a user', async () => {
      start('without-identity');
      const { result } = await child.answer(1, 'tools/call', { name: 'me' });
      expect(result).toMatchObject({ isError: true });
    });

    it('is refused at the endpoint when the token that was given has expired', async () => {
      start('expired');
      const { error } = await child.answer(1, 'tools/list');
      expect(error).toMatchObject({ message: 'The access token has expired' });
    });
  });
});
