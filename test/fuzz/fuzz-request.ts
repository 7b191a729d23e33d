/** One HTTP request, in a form that JSON can carry, so that a failing one can be sent again. */
export interface HttpFuzz {
  readonly kind: 'http';
  readonly method: string;
  readonly path: string;
  readonly headers: readonly (readonly [string, string])[];
  /** Characters, or bytes in base64. */
  readonly body?: { readonly text: string } | { readonly base64: string };
  /** The client goes away when it has sent the request. */
  readonly isAborted?: boolean;
}

/** Bytes on a socket, which need not be HTTP. */
export interface SocketFuzz {
  readonly kind: 'socket';
  /** One byte per character. */
  readonly bytes: string;
}

export type FuzzRequest = HttpFuzz | SocketFuzz;

/** What came back. */
export interface FuzzAnswer {
  readonly status: number;
  readonly contentType: string | undefined;
  readonly text: string;
  /** What the client took before it went away by itself, from a stream that stays open. */
  readonly isCutOff: boolean;
}
