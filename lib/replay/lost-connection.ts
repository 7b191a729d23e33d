import type { InternalExchange } from './interfaces/replay-platform.interface.js';

interface Destroyable {
  destroy(): unknown;
}

/** What a handler sees of a client that has gone: its response closes, and what it sends from then on is dropped. */
export function loseConnection({ response }: InternalExchange): void {
  const { raw } = response as { readonly raw?: Destroyable };
  (raw ?? (response as Destroyable)).destroy();
}
