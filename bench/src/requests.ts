/** What is measured: the plain route, and the tool in both eras of the protocol. */
export const OPERATIONS = ['rest', 'modern', 'legacy'] as const;

export type Operation = (typeof OPERATIONS)[number];

export interface MeasuredRequest {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

interface Arguments {
  readonly message: string | number;
  readonly count?: number;
}

const VERSIONS = { modern: '2026-07-28', legacy: '2025-06-18' } as const;

const ARGUMENTS = { message: 'The quick brown fox jumps over the lazy dog.', count: 3 };

/** The request that is repeated. The plain route's is as long as the modern one. */
export function createRequest(operation: Operation): MeasuredRequest {
  return requestFor(operation, argumentsOf(operation));
}

/** Throws unless the server answers each kind of request as it should. */
export async function checkAnswers(url: string, operation: Operation): Promise<void> {
  const args = argumentsOf(operation);
  expectSame(await call(url, operation, args), args);
  expectSame(await call(url, operation, { message: 'one' }), { message: 'one', count: 1 });
  const refused = await call(url, operation, { message: 5 });
  if (refused !== undefined) {
    throw new Error(`${operation}: a number was taken for a message: ${JSON.stringify(refused)}`);
  }
}

function argumentsOf(operation: Operation): typeof ARGUMENTS {
  if (operation !== 'rest') {
    return ARGUMENTS;
  }
  const missing = messageOf('modern', ARGUMENTS).length - JSON.stringify(ARGUMENTS).length;
  return { ...ARGUMENTS, message: ARGUMENTS.message + '.'.repeat(missing) };
}

function requestFor(operation: Operation, args: Arguments): MeasuredRequest {
  const headers: Record<string, string> = { 'content-type': 'application/json', accept: 'application/json' };
  if (operation === 'rest') {
    return { path: '/echo', headers, body: JSON.stringify(args) };
  }
  headers['accept'] = 'application/json, text/event-stream';
  headers['mcp-protocol-version'] = VERSIONS[operation];
  if (operation === 'modern') {
    headers['mcp-method'] = 'tools/call';
    headers['mcp-name'] = 'echo';
  }
  return { path: '/mcp', headers, body: messageOf(operation, args) };
}

function messageOf(era: 'modern' | 'legacy', args: Arguments): string {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': VERSIONS.modern,
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  return JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'echo', arguments: args, ...(era === 'modern' && { _meta: meta }) },
  });
}

/** What the handler answered; undefined when the arguments were refused. */
async function call(url: string, operation: Operation, args: Arguments): Promise<unknown> {
  const { path, headers, body } = requestFor(operation, args);
  const response = await fetch(url + path, { method: 'POST', headers, body });
  const answer: unknown = await response.json();
  if (operation === 'rest' && response.status === 400) {
    return undefined;
  }
  if (response.status !== 200) {
    throw new Error(`${operation}: HTTP ${response.status} ${JSON.stringify(answer)}`);
  }
  return operation === 'rest' ? answer : resultOf(answer);
}

function resultOf(answer: unknown): unknown {
  const { result } = answer as { result?: { isError?: boolean; content: { text: string }[] } };
  if (!result) {
    throw new Error(`no result: ${JSON.stringify(answer)}`);
  }
  return result.isError ? undefined : JSON.parse(result.content[0]!.text);
}

function expectSame(actual: unknown, expected: unknown): void {
  if (JSON.stringify(actual) !== JSON.stringify(expected)) {
    throw new Error(`${JSON.stringify(actual)} was answered, not ${JSON.stringify(expected)}`);
  }
}
