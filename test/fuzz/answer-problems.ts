import { gunzipSync } from 'node:zlib';
import { MessageValidator } from '../support/wire/index.js';
import type { ServerMessage } from '../support/wire/index.js';
import type { FuzzAnswer, FuzzRequest, HttpFuzz } from './fuzz-request.js';
import { VERSIONS } from './generators/messages.js';

/** docs/protocol.md, "Errors" and "HTTP methods". */
const STATUSES_OF_CODE: Readonly<Record<number, readonly number[]>> = {
  [-32700]: [400],
  [-32600]: [200, 400, 403, 404, 405, 406, 413, 415],
  [-32601]: [200, 404],
  [-32602]: [200, 400],
  [-32002]: [200],
  [-32020]: [400],
  [-32021]: [400],
  [-32022]: [400],
};

/** What Node, Fastify and Express say of what does not reach the endpoint. */
const TRANSPORT_STATUSES = [
  200, 202, 204, 400, 403, 404, 405, 406, 408, 413, 414, 415, 417, 431, 500, 501, 505,
];

/** A stack, a file of the server, or what the application's errors say to its log. */
const INTERNAL = /\n\s+at |\\n\s+at |node_modules|file:\/\/|node:internal|hidden-detail|\.[jt]s:\d+:\d+/;

const GZIP = Buffer.from([0x1f, 0x8b]);

/** Tools of test/fuzz/app that fail whatever they are called with. */
const FAILING = ['texts_fail', 'answers_failing', 'answers_strange', 'answers_broken_stream'];

/** What pipes take at least. */
const DEPTH_OF_PIPES = 500;

/** What is wrong with an answer; empty when nothing is. */
export function answerProblems(request: FuzzRequest, answer: FuzzAnswer): string[] {
  const leak = INTERNAL.exec(answer.text);
  const problems = leak ? [`shows something internal: ${leak[0]}`] : [];
  if (request.kind === 'socket' || !isEndpoint(request)) {
    return TRANSPORT_STATUSES.includes(answer.status)
      ? problems
      : [...problems, `has the status ${answer.status}`];
  }
  if (answer.text === '' || request.method === 'HEAD') {
    return isEmptyAnswer(request, answer) ? problems : [...problems, `${answer.status} without a body`];
  }
  try {
    const messages = messagesOf(answer);
    const isMissing = messages.length === 0 && !answer.isCutOff;
    return [
      ...problems,
      ...(isMissing ? ['has no message'] : []),
      ...messages.flatMap((message) => messageProblems(request, answer, message)),
    ];
  } catch (error) {
    return [...problems, `cannot be read: ${String(error)}`];
  }
}

function isEndpoint({ path, method }: HttpFuzz): boolean {
  return path === '/mcp' && method !== 'PROPFIND' && method !== 'TRACE';
}

function isEmptyAnswer({ method }: HttpFuzz, { status, isCutOff, contentType }: FuzzAnswer): boolean {
  // Nothing has been said yet, or the client had cancelled its request.
  if (contentType?.startsWith('text/event-stream')) return status === 200;
  return isCutOff || [202, 204, 417].includes(status) || method === 'HEAD';
}

function messagesOf({ contentType, text, isCutOff }: FuzzAnswer): ServerMessage[] {
  if (contentType?.startsWith('application/json')) {
    return [JSON.parse(text) as ServerMessage | ServerMessage[]].flat();
  }
  if (!contentType?.startsWith('text/event-stream')) {
    throw new Error(`it is ${contentType ?? 'of no type'}`);
  }
  const whole = isCutOff ? text.slice(0, text.lastIndexOf('\n\n') + 2) : text;
  return whole
    .split('\n')
    .filter((line) => line.startsWith('data:') && line.trim() !== 'data:')
    .flatMap((line) => JSON.parse(line.slice('data:'.length)) as ServerMessage | ServerMessage[]);
}

function messageProblems(request: HttpFuzz, { status }: FuzzAnswer, message: ServerMessage): string[] {
  const sent = sentMessages(request);
  const asked = sent.filter(({ id }) => id !== undefined && id === message.id);
  const isAsked = asked.length > 0;
  const problems: string[] = [];
  if (message.error) {
    const { code } = message.error;
    if (!STATUSES_OF_CODE[code]?.includes(status) && !isApplicationError(message)) {
      problems.push(`error ${code} with the status ${status}`);
    }
  } else if (message.method === undefined && (!isAsked || status !== 200)) {
    problems.push(`a result with the status ${status} for ${isAsked ? 'the request' : 'no request'}`);
  }
  const hasFailed = JSON.stringify(message).includes('"nestjs-mcp/status":500');
  if (hasFailed && !asked.some((one) => isFailingTool(one) || isTooDeep(one))) {
    problems.push('a tool that does not fail has failed');
  }
  // Some messages of a batch may have the same id.
  const found = (isAsked ? asked : [undefined]).flatMap((one) =>
    versionsOf(request, one, message).map((version) =>
      MessageValidator.of(version).problems(withoutSentUri(message, one), one?.method),
    ),
  );
  if (found.every((list) => list.length > 0)) {
    problems.push(...found[0]!);
  }
  return problems;
}

/** A resource or a prompt whose route failed: docs/resources.md. */
function isApplicationError({ error }: ServerMessage): boolean {
  return (
    error?.code === -32603 &&
    typeof (error.data as { statusCode?: unknown } | undefined)?.statusCode === 'number'
  );
}

/** Contents have the URI that was asked for, as it was written: with characters that no URI has, for one. */
function withoutSentUri(message: ServerMessage, asked: SentMessage | undefined): ServerMessage {
  const { result } = message;
  const contents = result?.['contents'];
  if (asked?.method !== 'resources/read' || !Array.isArray(contents)) return message;
  const valid = (contents as { uri: unknown }[]).map((content) =>
    content.uri === asked.params?.uri ? { ...content, uri: 'asked:for' } : content,
  );
  return { ...message, result: { ...result, contents: valid } };
}

function isFailingTool({ params }: SentMessage): boolean {
  return FAILING.includes(String(params?.name));
}

/** Over HTTP such a body is a 500 too: class-transformer runs out of stack. */
function isTooDeep(message: SentMessage): boolean {
  let level: unknown[] = [message];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEPTH_OF_PIPES) return true;
    level = level.flatMap(valuesIn);
  }
  return false;
}

function valuesIn(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null
    ? Object.values<unknown>(value as Record<string, unknown>)
    : [];
}

interface SentMessage {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: { readonly name?: unknown; readonly uri?: unknown };
}

/** As the server reads them: half a surrogate pair does not survive the way there. */
function sentMessages({ body }: HttpFuzz): SentMessage[] {
  try {
    const parsed = JSON.parse(textOf(body)) as unknown;
    return [parsed].flat().filter((item): item is SentMessage => typeof item === 'object' && item !== null);
  } catch {
    return [];
  }
}

function textOf(body: HttpFuzz['body']): string {
  if (!body) return '';
  if ('text' in body) return Buffer.from(body.text).toString();
  const bytes = Buffer.from(body.base64, 'base64');
  return (bytes.subarray(0, 2).equals(GZIP) ? gunzipSync(bytes) : bytes).toString();
}

/** The versions that a message may be of: that which it agrees on, or any when the request is not clear. */
function versionsOf(
  request: HttpFuzz,
  asked: SentMessage | undefined,
  message: ServerMessage,
): readonly string[] {
  const agreed = asked?.method === 'initialize' ? message.result?.['protocolVersion'] : undefined;
  if (typeof agreed === 'string') return VERSIONS.filter((version) => version === agreed);
  if (message.result && 'resultType' in message.result) return ['2026-07-28'];
  const named = request.headers.find(([name]) => name === 'mcp-protocol-version')?.[1];
  const isSession = request.headers.some(([name]) => name === 'mcp-session-id');
  return VERSIONS.some((version) => version === named) && !isSession ? [named!] : VERSIONS;
}
