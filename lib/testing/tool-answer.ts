import { isJson, lowerCaseNames, parseJson } from './http-answer.js';
import type {
  ParityCase,
  ParityContentBlock,
  ParityHttpAnswer,
  ParityToolAnswer,
} from './interfaces/parity.interface.js';
import type { IncomingResponse, OutgoingRequest } from './send-request.js';

/** Needs no handshake, and every MCP server of today knows it. */
const PROTOCOL_VERSION = '2025-11-25';
/** Key in a result's `_meta` of the route's HTTP status, when that is not 200. */
const STATUS_META_KEY = 'nestjs-mcp/status';

interface ToolResult {
  readonly content: readonly ParityContentBlock[];
  readonly isError?: boolean;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

interface RpcResponse {
  readonly jsonrpc: '2.0';
  readonly result?: ToolResult;
  readonly error?: { readonly code: number; readonly message: string };
}

export function createToolRequest(
  path: string,
  { tool, arguments: args, headers }: ParityCase,
): OutgoingRequest {
  return {
    method: 'POST',
    path,
    headers: {
      ...lowerCaseNames(headers ?? {}),
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': PROTOCOL_VERSION,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: tool, arguments: args ?? {} },
    }),
  };
}

/**
 * @param http the answer that the tool's is going to be compared with
 * @throws Error when the answer says nothing about the route: an unknown tool, no MCP endpoint
 */
export function readToolAnswer({ status, body }: IncomingResponse, http: ParityHttpAnswer): ParityToolAnswer {
  const response = parseJson(body.toString()) as RpcResponse | null;
  if (response?.jsonrpc !== '2.0') {
    throw new Error(`The MCP endpoint answered ${status}, and no JSON-RPC: ${body.toString().slice(0, 200)}`);
  }
  const { result, error } = response;
  if (result) {
    return readResult(result, http);
  }
  if (status === 200) {
    throw new Error(`tools/call failed: ${error?.message} (${error?.code})`);
  }
  return { status, body: error?.message, isError: true, answeredBy: 'endpoint', content: [] };
}

function readResult(result: ToolResult, http: ParityHttpAnswer): ParityToolAnswer {
  const { content, isError = false, _meta = {} } = result;
  const named = _meta[STATUS_META_KEY];
  if (isError && typeof named !== 'number') {
    return { body: textOf(content), isError, answeredBy: 'arguments', content };
  }
  const status = typeof named === 'number' ? named : 200;
  const location = /^Redirect \(\d+\) to (.*)$/s.exec(textOf(content))?.[1];
  const answer = { status, isError, answeredBy: 'route', content } as const;
  if (http.location !== undefined && location !== undefined) {
    return { ...answer, body: undefined, location };
  }
  const [block] = content;
  const file = block && readFile(block);
  return file ? { ...answer, ...file } : { ...answer, body: readText(textOf(content), status, http) };
}

/** A line says so when a route answers without a body. */
function readText(text: string, status: number, http: ParityHttpAnswer): unknown {
  if (http.body === undefined) {
    return new RegExp(`^(Done \\(HTTP ${status}[^)]*\\)\\.|HTTP ${status}.*)$`).test(text) ? undefined : text;
  }
  return isJson(http.mediaType) ? parseJson(text) : text;
}

function readFile({ data, mimeType, resource }: ParityContentBlock) {
  const base64 = data ?? resource?.blob;
  return base64 === undefined
    ? undefined
    : { body: Buffer.from(base64, 'base64'), mediaType: mimeType ?? resource?.mimeType };
}

function textOf(content: readonly ParityContentBlock[]): string {
  return content.map(({ text, resource }) => text ?? resource?.text ?? '').join('\n');
}
