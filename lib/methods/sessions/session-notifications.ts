import type { Sessions } from '../../protocol/index.js';
import type { Change, ListKind } from '../../subscriptions/index.js';

/** Tells legacy clients of a change: of lists all of them, of resources those that watch them. */
export function tellSessions(sessions: Sessions, change: Change, offered: ReadonlySet<ListKind>): void {
  sessions.forEach((session) => {
    if ('uri' in change) {
      if (session.subscriptions.includes(change.uri)) {
        session.notify('notifications/resources/updated', { uri: change.uri });
      }
    } else if (offered.has(change.list)) {
      session.notify(`notifications/${change.list}/list_changed`);
    }
  });
}
