import type { Exchange, Message } from './exchange.js';
import type { SoakClient } from './soak-client.js';

/** An answer that is not the right one. */
export class WrongAnswer extends Error {}

export function expectThat(condition: boolean, what: string, found: unknown): asserts condition {
  if (!condition) {
    throw new WrongAnswer(`${what}: ${JSON.stringify(found)?.slice(0, 400)}`);
  }
}

/** The only response that came, which must be to a request of this client. */
export function responseOf(client: SoakClient, { messages, status }: Exchange): Message {
  const responses = messages.filter(({ method }) => method === undefined);
  const [response] = responses;
  expectThat(responses.length === 1 && response !== undefined, `one response to ${client.name}`, {
    status,
    messages,
  });
  expectThat(String(response.id).startsWith(`${client.name}-`), `a response to ${client.name}`, response);
  return response;
}

/** Everything that names a caller in a result must name this one. */
export function expectOwnAnswer(client: SoakClient, response: Message, number: number): void {
  const text = JSON.stringify(response.result ?? response.error).replaceAll('\\', '');
  const callers = [...text.matchAll(/"caller":"([^"]*)"/g)].map(([, name]) => name);
  const isOwn = callers.length > 0 && callers.every((name) => name === client.name);
  expectThat(
    isOwn && text.includes(`"number":${number}`),
    `the answer of ${client.name}, ${number}`,
    response,
  );
}

export function expectError(exchange: Exchange, status: number, code: number): void {
  const [message] = exchange.messages;
  expectThat(exchange.status === status && message?.error?.code === code, `HTTP ${status} with ${code}`, {
    status: exchange.status,
    message,
  });
}
