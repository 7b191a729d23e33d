import type { McpSamplingMessage } from './input-request.interface.js';

/**
 * What the user did with a form, or with a link to open.
 *
 * @publicApi
 */
export interface McpElicitationResponse {
  readonly action: 'accept' | 'decline' | 'cancel';
  /** The fields of an accepted form. */
  readonly content?: Readonly<Record<string, string | number | boolean | readonly string[]>>;
}

/**
 * What the client's model answered.
 *
 * @publicApi
 */
export interface McpSamplingResponse extends Readonly<McpSamplingMessage> {
  readonly model: string;
  readonly stopReason?: string;
}

/**
 * The directories and files that the client lets the server work with.
 *
 * @publicApi
 */
export interface McpRootsResponse {
  readonly roots: readonly { readonly uri: string; readonly name?: string }[];
}

/** @publicApi */
export type McpInputResponse = McpElicitationResponse | McpSamplingResponse | McpRootsResponse;
