import { expectError, expectOwnAnswer, expectThat, responseOf } from './expectations.js';
import type { SoakClient } from './soak-client.js';

/** Something that a client does, and finds answered rightly. */
export type Action = (
  client: SoakClient,
  random: () => number,
  others: readonly SoakClient[],
) => Promise<void>;

const numberOf = (random: () => number) => Math.floor(random() * 1_000_000);
const echo = (number: number) => ({ name: 'echo', arguments: { number } });

export const ACTIONS: Readonly<Record<string, Action>> = {
  'modern call': async (client, random) => {
    const number = numberOf(random);
    expectOwnAnswer(client, responseOf(client, await client.modern('tools/call', echo(number))), number);
  },

  'modern call with a body': async (client, random) => {
    const number = numberOf(random);
    const args = { number, text: 'x'.repeat(number % 5_000) };
    const answer = await client.modern('tools/call', { name: 'note', arguments: args });
    expectOwnAnswer(client, responseOf(client, answer), number);
  },

  'legacy call': async (client, random) => {
    const number = numberOf(random);
    await ensureSession(client);
    expectOwnAnswer(client, responseOf(client, await client.legacy('tools/call', echo(number))), number);
  },

  'calls at once': async (client, random) => {
    const numbers = [numberOf(random), numberOf(random)];
    await Promise.all(
      numbers.map(async (number) =>
        expectOwnAnswer(client, responseOf(client, await client.modern('tools/call', echo(number))), number),
      ),
    );
  },

  batch: async (client, random) => {
    const numbers = [numberOf(random), numberOf(random), numberOf(random)];
    const { messages } = await client.batch(numbers.map((number) => ['tools/call', echo(number)] as const));
    expectThat(messages.length === 3, 'three responses', messages);
    messages.forEach((message, index) => {
      const single = { messages: [message], status: 200, session: undefined, isComplete: true };
      expectOwnAnswer(client, responseOf(client, single), numbers[index]!);
    });
  },

  'resource and prompt': async (client, random) => {
    const number = numberOf(random);
    const resource = await client.modern('resources/read', { uri: `caller://echo/${number}` });
    expectOwnAnswer(client, responseOf(client, resource), number);
    const prompt = await client.modern('prompts/get', { name: 'words', arguments: { number: `${number}` } });
    expectOwnAnswer(client, responseOf(client, prompt), number);
  },

  'stream with progress': async (client, random) => {
    const number = numberOf(random);
    const answer = await client.modern('tools/call', { name: 'steps', arguments: { number } });
    const progress = answer.messages.filter(({ method }) => method === 'notifications/progress');
    const isOwn = progress.every(
      ({ params }) => params?.['message'] === client.name && params['progressToken'] === client.name,
    );
    expectThat(progress.length === 5 && isOwn, `five notifications for ${client.name}`, answer.messages);
    expectOwnAnswer(client, responseOf(client, answer), number);
  },

  'abort in the middle': async (client) => {
    const args = { name: 'wait', arguments: {} };
    const answer = await client.modern('tools/call', args, 1);
    expectThat(!answer.isComplete, 'a call that waits', answer);
  },

  subscription: async (client) => {
    const notifications = { resourceSubscriptions: ['caller://echo/1'] };
    const { messages } = await client.modern('subscriptions/listen', { notifications }, 1);
    expectThat(
      messages[0]?.method === 'notifications/subscriptions/acknowledged',
      'a subscription',
      messages,
    );
  },

  'stream of a session': async (client) => {
    await ensureSession(client);
    const { status } = await client.send('GET', client.legacyHeaders, undefined, 0);
    expectThat(status === 200, 'a stream of the session', status);
  },

  'end of a session': async (client) => {
    await ensureSession(client);
    const { status } = await client.send('DELETE', client.legacyHeaders);
    client.session = undefined;
    expectThat(status === 204, 'the end of the session', status);
  },

  'session of somebody else': async (client, random, others) => {
    const { session } = others[Math.floor(random() * others.length)]!;
    if (session !== undefined && session !== client.session) {
      const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
      const headers = { 'mcp-protocol-version': '2025-11-25', 'mcp-session-id': session };
      expectError(await client.post(body, headers), 404, -32600);
    }
  },

  confirmation: async (client, random, others) => {
    const number = numberOf(random);
    const call = { name: 'remove', arguments: { number } };
    const { result } = responseOf(client, await client.modern('tools/call', call));
    expectThat(result?.['resultType'] === 'input_required', 'a question', result);
    const answered = {
      ...call,
      requestState: result['requestState'],
      inputResponses: { [Object.keys(result['inputRequests'] as object)[0]!]: CONFIRMED },
    };
    const other = others[Math.floor(random() * others.length)]!;
    if (other !== client) {
      expectError(await other.modern('tools/call', answered), 200, -32602);
    }
    expectOwnAnswer(client, responseOf(client, await client.modern('tools/call', answered)), number);
  },

  'bad input': async (client, random) => {
    expectError(await client.post('{"jsonrpc":"2.0",'), 400, -32700);
    expectError(await client.post({ jsonrpc: '2.0', id: 1, method: 7 }), 400, -32600);
    expectError(await client.modern('tools/call', { name: `none${numberOf(random)}` }), 200, -32602);
    const { result } = responseOf(
      client,
      await client.legacy('tools/call', { name: 'echo', arguments: { number: 'x' } }),
    );
    expectThat(result?.['isError'] === true, 'arguments that do not fit', result);
  },

  'no caller': async (client) => {
    const { status } = await client.post(
      { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      { authorization: '' },
    );
    expectThat(status === 401, 'no answer without a caller', status);
  },
};

const CONFIRMED = { action: 'accept', content: { confirm: true } };

async function ensureSession(client: SoakClient): Promise<void> {
  if (client.session === undefined) {
    const { session } = await client.legacy('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: client.name, version: '1' },
    });
    expectThat(session !== undefined, 'a session', session);
    client.session = session;
  }
}
