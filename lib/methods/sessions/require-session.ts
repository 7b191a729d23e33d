import { methodNotFound } from '../../protocol/index.js';
import type { MethodRequest, Session } from '../../protocol/index.js';

/** @throws ProtocolError -32601 as a server without sessions answers */
export function requireSession({ method, session }: MethodRequest): Session {
  if (!session) {
    throw methodNotFound(
      `Method not found: "${method}" needs a session. Send the Mcp-Session-Id that initialize gave you`,
    );
  }
  return session;
}
