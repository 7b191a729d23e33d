import type { JsonSchema } from './json-schema.interface.js';

/**
 * The fields of a form. They are plain: strings, numbers, booleans, choices, and lists of choices.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#requested-schema
 * @publicApi
 */
export interface McpFormSchema {
  type: 'object';
  properties: Record<string, JsonSchema>;
  required?: string[];
}

/** @publicApi */
export interface McpFormRequest {
  method: 'elicitation/create';
  params: { mode?: 'form'; message: string; requestedSchema: McpFormSchema };
}

/** @publicApi */
export interface McpUrlRequest {
  method: 'elicitation/create';
  params: { mode: 'url'; message: string; url: string };
}

/**
 * A message of a conversation with a model. What its content can be says the specification.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/sampling
 * @publicApi
 */
export interface McpSamplingMessage {
  role: 'user' | 'assistant';
  content: McpSamplingContent | McpSamplingContent[];
}

/** @publicApi */
export type McpSamplingContent =
  | { type: 'text'; text: string }
  | { type: 'image' | 'audio'; data: string; mimeType: string }
  | { type: 'tool_use' | 'tool_result'; [key: string]: unknown };

/** @publicApi */
export interface McpSamplingParams {
  messages: McpSamplingMessage[];
  maxTokens: number;
  systemPrompt?: string;
  temperature?: number;
  stopSequences?: string[];
  modelPreferences?: Record<string, unknown>;
  metadata?: Record<string, unknown>;
  /** Tools that the model may use; only for clients that declare `sampling.tools`. */
  tools?: Record<string, unknown>[];
  toolChoice?: { mode?: 'auto' | 'required' | 'none' };
}

/** @publicApi */
export interface McpSamplingRequest {
  method: 'sampling/createMessage';
  params: McpSamplingParams;
}

/** @publicApi */
export interface McpRootsRequest {
  method: 'roots/list';
}

/**
 * Something that a client is asked for. `McpInput` makes them.
 *
 * @publicApi
 */
export type McpInputRequest = McpFormRequest | McpUrlRequest | McpSamplingRequest | McpRootsRequest;
