import type { MeasuredRequest } from './measured-request.js';

export type Era = 'modern' | 'legacy';

const VERSIONS: Readonly<Record<Era, string>> = { modern: '2026-07-28', legacy: '2025-06-18' };

const META = {
  'io.modelcontextprotocol/protocolVersion': VERSIONS.modern,
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** @param progressToken asks for progress, which only the modern era is asked for here */
export function toolsCall(era: Era, name: string, args: object, progressToken?: number): MeasuredRequest {
  return mcpRequest(era, 'tools/call', { name, arguments: args }, progressToken);
}

export function toolsList(): MeasuredRequest {
  return mcpRequest('modern', 'tools/list', {});
}

/** A stream that stays open. */
export function subscriptionsListen(): MeasuredRequest {
  return mcpRequest('modern', 'subscriptions/listen', { notifications: { toolsListChanged: true } });
}

function mcpRequest(
  era: Era,
  method: string,
  params: { name?: string; [key: string]: unknown },
  progressToken?: number,
): MeasuredRequest {
  const isModern = era === 'modern';
  const meta = { ...META, ...(progressToken !== undefined && { progressToken }) };
  return {
    method: 'POST',
    path: '/mcp',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': VERSIONS[era],
      ...(isModern && { 'mcp-method': method }),
      ...(isModern && params.name !== undefined && { 'mcp-name': params.name }),
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method,
      params: { ...params, ...(isModern && { _meta: meta }) },
    }),
  };
}
