import { isContentBlock } from './content-block.js';
import { readEnveloped } from './enveloped.js';
import type { McpPromptMessage, McpPromptResult } from './interfaces/index.js';
import { withoutResourceLinks } from './legacy-content.js';
import { knowsStructuredContent } from './structured-content.js';

/** The result for what a prompt's handler returned; undefined when that is no prompt. */
export function promptResult(body: unknown, version: string): McpPromptResult | undefined {
  return readEnveloped(body, (value) => readResult(value, version));
}

function readResult(body: unknown, version: string): McpPromptResult | undefined {
  const returned = isObject(body) && Array.isArray(body['messages']) ? body : { messages: [body].flat() };
  const messages = (returned['messages'] as unknown[]).map(toMessage);
  if (!messages.every((message) => message !== undefined)) {
    return undefined;
  }
  const { description, _meta } = returned as Partial<McpPromptResult>;
  return {
    ...(typeof description === 'string' && { description }),
    messages: knowsStructuredContent(version) ? messages : messages.map(withoutLinks),
    ...(isObject(_meta) && { _meta }),
  };
}

function toMessage(value: unknown): McpPromptMessage | undefined {
  if (typeof value === 'string') {
    return { role: 'user', content: { type: 'text', text: value } };
  }
  if (isContentBlock(value)) {
    return { role: 'user', content: value };
  }
  if (!isObject(value)) {
    return undefined;
  }
  const { role, content } = value;
  if (role !== 'user' && role !== 'assistant') {
    return undefined;
  }
  if (typeof content === 'string') {
    return { role, content: { type: 'text', text: content } };
  }
  return isContentBlock(content) ? { role, content } : undefined;
}

function withoutLinks({ role, content }: McpPromptMessage): McpPromptMessage {
  return { role, content: withoutResourceLinks([content])[0]! };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
