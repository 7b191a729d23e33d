import { logFailure } from '../../failures/index.js';
import type { ResolvedMcpOptions } from '../../mcp-options.defaults.js';
import { Sessions } from '../../protocol/index.js';
import type { OuterExchange } from '../../replay/index.js';
import { McpStoreUnavailableError } from '../../store/index.js';
import { createOwner, createPrincipal } from '../principal.js';
import { resolveSessions } from './session-options.js';

/** A store that is away has said so itself. */
export function reportSharing(error: unknown): void {
  if (!(error instanceof McpStoreUnavailableError)) {
    logFailure('What instances share could not be read or written', error);
  }
}

/** The sessions of a server; undefined when the options want none. */
export function openSessions(options: ResolvedMcpOptions): Sessions<OuterExchange> | undefined {
  const resolved = resolveSessions(options.sessions);
  if (!resolved) {
    return undefined;
  }
  const principalOf = createPrincipal(options.principal);
  const ownerOf = createOwner(principalOf);
  const { store } = options;
  return new Sessions({
    ...resolved,
    store: resolved.store ?? store?.sessions,
    shared: store,
    principalOf: ({ request }) => principalOf(request),
    ownerOf: ({ request }) => ownerOf(request),
    onError: reportSharing,
  });
}
