import type { ResolvedMcpOptions } from '../mcp-options.defaults.js';
import { McpBearerGuard } from './mcp-bearer.guard.js';

/** @throws Error when the guard is there, and nothing says what tokens are good */
export function assertGuardHasOptions(
  guards: readonly unknown[],
  { auth }: Pick<ResolvedMcpOptions, 'auth'>,
): void {
  if (!auth && guards.includes(McpBearerGuard)) {
    throw new Error(
      'McpModule: "guards" has McpBearerGuard, but there is no option "auth", which says what tokens are good.',
    );
  }
}

/** Why the option `auth` does not do what it looks like; empty when it does. */
export function authWarnings(
  { auth, path }: Pick<ResolvedMcpOptions, 'auth' | 'path'>,
  hasGuards: boolean,
): string[] {
  return auth && !hasGuards
    ? [
        `The option "auth" says what tokens are good, but no guard asks for one: ${path} is open to everybody. ` +
          'Add guards: [McpBearerGuard], or a guard of your own.',
      ]
    : [];
}
