import type { Material } from './generators/material.js';

const HEADERS = { 'content-type': 'application/json', accept: 'application/json' };
const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
};

interface Answer {
  readonly result?: Readonly<Record<string, unknown>>;
}

/** Asks a server for what only it can make: sessions, cursors, states, and the names of what it offers. */
export async function gatherMaterial(url: URL): Promise<Material> {
  const [tools, resources, templates, prompts] = await Promise.all([
    listOf(url, 'tools/list', 'tools'),
    listOf(url, 'resources/list', 'resources'),
    listOf(url, 'resources/templates/list', 'resourceTemplates'),
    listOf(url, 'prompts/list', 'prompts'),
  ]);
  const states = await Promise.all([
    stateOf(url, 'answers_question', {}),
    stateOf(url, 'records_remove', { id: '7' }),
  ]);
  return {
    sessions: await Promise.all(Array.from({ length: 3 }, () => openSession(url))),
    cursors: tools.cursors,
    states,
    tools: tools.entries.map(({ name }) => name!),
    uris: [
      ...resources.entries.map(({ uri }) => uri!),
      ...templates.entries.map(({ uriTemplate }) => uriTemplate!),
      'records://1/x',
    ],
    prompts: prompts.entries.map(({ name }) => name!),
  };
}

interface Entry {
  readonly name?: string;
  readonly uri?: string;
  readonly uriTemplate?: string;
}

async function listOf(
  url: URL,
  method: string,
  key: string,
): Promise<{ entries: Entry[]; cursors: string[] }> {
  const entries: Entry[] = [];
  const cursors: string[] = [];
  do {
    const cursor = cursors.at(-1);
    const { result } = await ask(url, method, cursor === undefined ? {} : { cursor });
    entries.push(...(result![key] as Entry[]));
    if (typeof result!['nextCursor'] !== 'string') return { entries, cursors };
    cursors.push(result!['nextCursor']);
  } while (true);
}

async function stateOf(url: URL, name: string, args: object): Promise<string> {
  const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': name };
  const { result } = await ask(url, 'tools/call', { name, arguments: args, _meta: META }, headers);
  return result!['requestState'] as string;
}

async function openSession(url: URL): Promise<string> {
  const params = {
    protocolVersion: '2025-11-25',
    capabilities: { elicitation: {} },
    clientInfo: { name: 'fuzz', version: '1' },
  };
  const response = await post(url, 'initialize', params, {});
  await response.text();
  // None when there are as many as the server keeps.
  return response.headers.get('mcp-session-id') ?? 'none';
}

async function ask(
  url: URL,
  method: string,
  params: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return (await (await post(url, method, params, headers)).json()) as Answer;
}

function post(url: URL, method: string, params: object, headers: Record<string, string>): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { ...HEADERS, ...headers, connection: 'close' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
}
