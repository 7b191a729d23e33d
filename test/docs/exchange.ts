import type { Block } from './markdown.js';

/** What a block of the documentation shows, and what the application says. */
export interface ShownAndActual {
  readonly expected: unknown;
  readonly actual: unknown;
}

export function answerOf(url: string, asked: Block, answered: Block): Promise<ShownAndActual> {
  if (asked.language === 'http') {
    return answerOfRequest(url, asked, answered);
  }
  return asked.mark === 'tool' ? listedTool(url, asked) : answerOfCall(url, asked, answered);
}

/** `json call` and `json result`, in the version that most clients speak. */
async function answerOfCall(url: string, asked: Block, answered: Block): Promise<ShownAndActual> {
  const response = await rpc(url, 'tools/call', JSON.parse(asked.code) as object);
  return { expected: JSON.parse(answered.code), actual: response.result ?? response.error };
}

/** `json tool`: the keys that it has. */
async function listedTool(url: string, block: Block): Promise<ShownAndActual> {
  const expected = JSON.parse(block.code) as Record<string, unknown>;
  const { result } = await rpc(url, 'tools/list', {});
  const tools = (result as { tools: Record<string, unknown>[] }).tools;
  const tool = tools.find(({ name }) => name === expected.name) ?? {};
  return { expected, actual: Object.fromEntries(Object.keys(expected).map((key) => [key, tool[key]])) };
}

async function rpc(
  url: string,
  method: string,
  params: object,
): Promise<{ result?: unknown; error?: unknown }> {
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'mcp-protocol-version': '2025-11-25' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return (await response.json()) as { result?: unknown; error?: unknown };
}

async function answerOfRequest(url: string, asked: Block, answered: Block): Promise<ShownAndActual> {
  const { start, headers, body } = readHttp(asked.code);
  const [method, path] = start.split(' ');
  const response = await fetch(url + path, { method, headers, body: body || undefined });
  const shown = readHttp(answered.code);
  const text = await response.text();
  const actualHeaders = Object.fromEntries(
    Object.keys(shown.headers).map((name) => [name, response.headers.get(name) ?? undefined]),
  );
  // Fastify names the charset, which says nothing about JSON.
  const type = actualHeaders['content-type'];
  if (type?.startsWith('application/json')) {
    actualHeaders['content-type'] = 'application/json';
  }
  return {
    expected: {
      status: Number(shown.start.split(' ')[1]),
      headers: shown.headers,
      body: readBody(shown.body),
    },
    actual: { status: response.status, headers: actualHeaders, body: readBody(text) },
  };
}

function readHttp(code: string): { start: string; headers: Record<string, string>; body: string } {
  const [head = '', ...body] = code.split(/\n\n/);
  const [start = '', ...lines] = head.split('\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  return { start, headers, body: body.join('\n\n').trim() };
}

/** JSON as its value, so that it can be written over several lines. */
function readBody(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
