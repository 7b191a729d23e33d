import type { McpContentBlock } from './content-block.interface.js';

/** A tool result on its way to JSON text. */
export interface ResultDraft {
  readonly status: number;
  readonly content: readonly McpContentBlock[];
  /** JSON that the first item has as its text: only what is JSON needs little escaping. */
  readonly json?: string;
  /** JSON text of the value that is sent as `structuredContent`. */
  readonly data?: string;
  readonly isError?: boolean;
  readonly meta?: Readonly<Record<string, unknown>>;
}
