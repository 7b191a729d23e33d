import type { ListKind } from '../subscriptions/index.js';

/** What a server says it can do. */
export type Capabilities = Readonly<Record<string, object>>;

const LISTS: readonly ListKind[] = ['tools', 'prompts', 'resources'];

/** The lists of a server, of whose changes it can tell. */
export function listsOf(capabilities: Capabilities): Set<ListKind> {
  return new Set(LISTS.filter((list) => list in capabilities));
}

/** Adds that clients can listen to changes. Not for legacy clients without a session: they have no stream to listen on. */
export function withChangeNotifications(capabilities: Capabilities): Capabilities {
  const changed: Record<string, object> = { ...capabilities };
  for (const list of listsOf(capabilities)) {
    changed[list] = {
      ...capabilities[list],
      ...(list === 'resources' && { subscribe: true }),
      listChanged: true,
    };
  }
  return changed;
}
