import { expect, it } from '@jest/globals';
import type { StdioClient, StdioClientKind } from './stdio-clients.js';
import { MENU } from './stdio-clients.js';

/** What an official client can do with the application, whatever is between the two. */
export function itServes(kind: StdioClientKind, getClient: () => StdioClient): void {
  const text = async (name: string, args?: Record<string, unknown>) =>
    (await getClient().call(name, args)).content[0]!.text;

  it('in its version', () => {
    expect(getClient().version).toBe(kind.version);
  });

  it('tools, and nothing that the application writes', async () => {
    expect(await getClient().listTools()).toContain('me');
    expect(JSON.parse(await text('me'))).toMatchObject({ user: 'Alice', injected: 'Alice' });
    expect(await text('echo', { text: 'two\nlines, ä and \u2028' })).toBe(
      JSON.stringify({ text: 'two\nlines, ä and \u2028' }),
    );
    expect(getClient().errors).toEqual([]);
  });

  it('providers of one request, anew for each call', async () => {
    const { number: first } = JSON.parse(await text('visits')) as { number: number };
    const { number: second } = JSON.parse(await text('visits')) as { number: number };
    expect(second).toBe(first + 1);
  });

  it('arguments that travel as headers over HTTP', async () => {
    expect(await text('room', { room: 4, region: 'Süd' })).toBe('{"room":4,"region":"Süd"}');
    expect((await getClient().call('room', { room: 'x', region: 'n' })).isError).toBe(true);
  });

  it('questions to the user, the model, and for roots', async () => {
    expect(await text('test_input_required_result_elicitation')).toBe('Hello, Alice!');
    expect(JSON.parse(await text('test_input_required_result_sampling'))).toMatchObject({
      content: { text: 'Paris' },
    });
    expect(JSON.parse(await text('test_input_required_result_list_roots'))).toEqual({
      roots: [{ uri: 'file:///test/root' }],
    });
  });

  it('progress', async () => {
    const reports: unknown[] = [];
    await getClient().call(
      'steps',
      {},
      {
        onprogress: (progress) => {
          reports.push(progress);
          void getClient().call('proceed');
        },
      },
    );
    expect(reports).toEqual([
      { progress: 1, total: 2 },
      { progress: 2, total: 2 },
    ]);
  });

  it('cancellation: the signal of the call is aborted', async () => {
    const before = JSON.parse(await text('aborts')) as { count: number };
    const controller = new AbortController();
    const call = getClient().call(
      'wait',
      {},
      {
        signal: controller.signal,
        onprogress: () => controller.abort(),
      },
    );
    await expect(call).rejects.toThrow();
    let after = before;
    while (after.count === before.count) {
      after = JSON.parse(await text('aborts')) as { count: number };
    }
    expect(after.count).toBe(before.count + 1);
  });

  it('changes of lists and of resources', async () => {
    const { told } = getClient();
    await getClient().listen();
    while (!told.includes('tools')) {
      // Legacy clients have opened their stream when they hear the first change.
      expect(await text('change')).toBe('{"changed":true}');
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await getClient().listTools();
    expect(told).toContain(MENU);
  });

  it('log messages from the level on that was set', async () => {
    const client = getClient();
    if (client.setLevel) {
      await client.setLevel('error');
      await client.call('logs');
      expect(client.told).toContain('trouble');
      expect(client.told).not.toContain('news');
    }
  });
}
