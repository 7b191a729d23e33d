import type { McpIcon } from '../../interfaces/index.js';

/**
 * Who a content block is for and how much it matters.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/resources#annotations
 * @publicApi
 */
export interface McpContentAnnotations {
  /** Who should see it: the person, the model, or both. Everyone when left out. */
  audience?: Array<'user' | 'assistant'>;
  /** From 0 (may be left out) to 1 (must be read). */
  priority?: number;
  /** ISO 8601, e.g. `2026-07-28T15:00:58Z`. Clients know it since version 2025-06-18. */
  lastModified?: string;
}

interface ContentBlock {
  annotations?: McpContentAnnotations;
  _meta?: Record<string, unknown>;
}

/**
 * @example { type: 'text', text: '3 orders shipped.' }
 * @publicApi
 */
export interface McpTextContent extends ContentBlock {
  type: 'text';
  text: string;
}

/**
 * @example { type: 'image', data: png.toString('base64'), mimeType: 'image/png' }
 * @publicApi
 */
export interface McpImageContent extends ContentBlock {
  type: 'image';
  /** Base64. */
  data: string;
  mimeType: string;
}

/**
 * @example { type: 'audio', data: wav.toString('base64'), mimeType: 'audio/wav' }
 * @publicApi
 */
export interface McpAudioContent extends ContentBlock {
  type: 'audio';
  /** Base64. */
  data: string;
  mimeType: string;
}

/**
 * What `McpResourceLink` becomes.
 *
 * @example { type: 'resource_link', name: 'report.pdf', uri: 'https://example.com/report.pdf' }
 * @publicApi
 */
export interface McpResourceLinkContent extends ContentBlock {
  type: 'resource_link';
  name: string;
  uri: string;
  title?: string;
  description?: string;
  mimeType?: string;
  /** Bytes, before any encoding. */
  size?: number;
  icons?: McpIcon[];
}

/**
 * A file inside the result: `text`, or `blob` in base64. What `McpBlobResource` becomes.
 *
 * @example { type: 'resource', resource: { uri: 'nest:///notes/1', mimeType: 'text/markdown', text: '# Notes' } }
 * @publicApi
 */
export interface McpEmbeddedResource extends ContentBlock {
  type: 'resource';
  resource: McpTextResourceContents | McpBlobResourceContents;
}

interface ResourceContents {
  uri: string;
  mimeType?: string;
  annotations?: McpContentAnnotations;
  _meta?: Record<string, unknown>;
}

/** @publicApi */
export interface McpTextResourceContents extends ResourceContents {
  text: string;
}

/** @publicApi */
export interface McpBlobResourceContents extends ResourceContents {
  /** Base64. */
  blob: string;
}

/**
 * One item of a tool result's `content`.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools#tool-result
 * @publicApi
 */
export type McpContentBlock =
  McpTextContent | McpImageContent | McpAudioContent | McpResourceLinkContent | McpEmbeddedResource;
