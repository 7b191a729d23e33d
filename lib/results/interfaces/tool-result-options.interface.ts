import type { OutputContract } from '../output-contract.js';

/** What every result depends on. */
export interface ResultEnvelope {
  readonly era: 'modern' | 'legacy';
  /** Protocol version that the caller speaks, e.g. `2025-11-25`. */
  readonly version: string;
  /** Added to the result's `_meta`, e.g. `io.modelcontextprotocol/serverInfo`. Stronger than what a handler says. */
  readonly meta?: Readonly<Record<string, unknown>>;
  /** The request to the endpoint, whose credentials must not be quoted in the log. */
  readonly request?: object;
}

/** What the conversion of a response depends on besides the response. */
export interface ToolResultOptions extends ResultEnvelope {
  /** Bytes that a binary or streamed body may have before base64. */
  readonly maxBlobBytes: number;
  /** Bytes that text and data may have; without it, any number. */
  readonly maxResultBytes?: number;
  /** The tool lists an `outputSchema`, so that JSON is also sent as `structuredContent`. */
  readonly hasOutputSchema: boolean;
  /** `wrapsStructuredContent()` of the declared output schema. */
  readonly wrapsOutput?: boolean;
  /** What results must meet; without it they are sent as they are. */
  readonly contract?: OutputContract;
  /** URL of the internal request, for the URI of a file in the result. */
  readonly url: string;
  /** Has the signal that ends the reading of a stream. Not the signal itself: to make one costs something. */
  readonly cancellation?: { readonly signal: AbortSignal };
}
