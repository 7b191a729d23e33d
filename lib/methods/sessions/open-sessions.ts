import { logFailure } from '../../failures/index.js';
import type { ResolvedMcpOptions } from '../../mcp-options.defaults.js';
import { Sessions } from '../../protocol/index.js';
import type { OuterExchange } from '../../replay/index.js';
import { createOwner, createPrincipal } from '../principal.js';
import { resolveSessions } from './session-options.js';

/** The sessions of a server; undefined when the options want none. */
export function openSessions(options: ResolvedMcpOptions): Sessions<OuterExchange> | undefined {
  const resolved = resolveSessions(options.sessions);
  if (!resolved) {
    return undefined;
  }
  const principalOf = createPrincipal(options.principal);
  const ownerOf = createOwner(principalOf);
  return new Sessions({
    ...resolved,
    principalOf: ({ request }) => principalOf(request),
    ownerOf: ({ request }) => ownerOf(request),
    onError: (error) => logFailure('The sessions could not be looked through', error),
  });
}
