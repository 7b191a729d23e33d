import type { MeasuredRequest } from '../requests/measured-request.js';
import { expectOk, send } from '../requests/send.js';

interface ToolResult {
  readonly isError?: boolean;
  readonly content: readonly { readonly text: string }[];
}

type MakeEchoRequest = (args: { message: string | number; count?: number }) => MeasuredRequest;

/** A route that returns its message, takes 1 for the count, and refuses a number. */
export async function checkEchoRoute(url: string, request: MakeEchoRequest): Promise<void> {
  const answer = async (args: { message: string; count?: number }) =>
    (await expectOk(url, request(args))).json();
  expectSame(await answer({ message: 'one', count: 3 }), { message: 'one', count: 3 });
  expectSame(await answer({ message: 'one' }), { message: 'one', count: 1 });
  expectSame((await send(url, request({ message: 5 }))).status, 400);
}

/** The same of a tool. */
export async function checkEchoTool(url: string, request: MakeEchoRequest): Promise<void> {
  expectSame(await callTool(url, request({ message: 'one', count: 3 })), { message: 'one', count: 3 });
  expectSame(await callTool(url, request({ message: 'one' })), { message: 'one', count: 1 });
  expectSame(readResult(await (await expectOk(url, request({ message: 5 }))).json()).isError, true);
}

/** What the handler of a tool has returned. */
export async function callTool(url: string, request: MeasuredRequest): Promise<unknown> {
  return dataOf(await (await expectOk(url, request)).json());
}

/** All tools are on the first page. */
export async function checkList(url: string, request: MeasuredRequest, count: number): Promise<void> {
  const { result } = (await (await expectOk(url, request)).json()) as {
    result: { tools: unknown[]; nextCursor?: string };
  };
  expectSame([result.tools.length, result.nextCursor], [count, undefined]);
}

/** An event stream of ten reports of progress and a result. */
export async function checkProgress(url: string, request: MeasuredRequest): Promise<void> {
  const response = await expectOk(url, request);
  expectSame(response.headers.get('content-type'), 'text/event-stream');
  const messages = [...(await response.text()).matchAll(/^data: (.*)$/gm)].map(
    ([, data]) => JSON.parse(data!) as { method?: string },
  );
  const methods = messages.slice(0, -1).map(({ method }) => method);
  expectSame(methods, Array<string>(10).fill('notifications/progress'));
  expectSame((dataOf(messages.at(-1)) as { count: number }).count, 3);
}

export function expectSame(actual: unknown, expected: unknown): void {
  if (JSON.stringify(actual) !== JSON.stringify(expected)) {
    throw new Error(`Not the answer that was expected, ${shown(expected)}, but ${shown(actual)}`);
  }
}

function dataOf(message: unknown): unknown {
  const { isError, content } = readResult(message);
  if (isError) {
    throw new Error(`The call failed: ${shown(content)}`);
  }
  return JSON.parse(content[0]!.text);
}

function readResult(message: unknown): ToolResult {
  const { result } = message as { result?: ToolResult };
  if (!result) {
    throw new Error(`No result: ${shown(message)}`);
  }
  return result;
}

function shown(value: unknown): string {
  return String(JSON.stringify(value)).slice(0, 300);
}
