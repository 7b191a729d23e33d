import { invalidParams, isJsonObject } from '../protocol/index.js';
import type { JsonObject } from '../protocol/index.js';
import type { Change, ListKind } from './change-feed.js';

/** What a client listens to, in the protocol's own form. */
export interface SubscriptionFilter {
  readonly toolsListChanged?: true;
  readonly promptsListChanged?: true;
  readonly resourcesListChanged?: true;
  readonly resourceSubscriptions?: readonly string[];
  readonly taskIds?: readonly string[];
}

const LIST_KEYS = {
  tools: 'toolsListChanged',
  prompts: 'promptsListChanged',
  resources: 'resourcesListChanged',
} as const satisfies Record<ListKind, keyof SubscriptionFilter>;

/** How many resources, and tasks, one subscription may watch: each is kept as long as the stream is open. */
export const MAXIMUM_WATCHED_RESOURCES = 1_000;

/**
 * The part of the filter of `subscriptions/listen` that is honoured.
 *
 * @param offered the lists that the server has
 * @throws ProtocolError -32602 for what is no filter
 */
export function readFilter(notifications: unknown, offered: ReadonlySet<ListKind>): SubscriptionFilter {
  if (!isJsonObject(notifications)) {
    throw invalidParams(
      '"notifications" must be an object that says what to listen to, such as { "toolsListChanged": true }',
    );
  }
  const filter: Record<string, true | readonly string[]> = {};
  for (const list of Object.keys(LIST_KEYS) as ListKind[]) {
    const key = LIST_KEYS[list];
    if (readFlag(notifications, key) && offered.has(list)) {
      filter[key] = true;
    }
  }
  const uris = readUris(notifications['resourceSubscriptions']);
  if (uris.length > 0 && offered.has('resources')) {
    filter['resourceSubscriptions'] = uris;
  }
  return filter;
}

/** Whether a client with this filter is told of the change. */
export function isWanted(change: Change, filter: SubscriptionFilter): boolean {
  return 'list' in change
    ? filter[LIST_KEYS[change.list]] === true
    : filter.resourceSubscriptions !== undefined && filter.resourceSubscriptions.includes(change.uri);
}

function readFlag(notifications: JsonObject, key: string): boolean {
  const value = notifications[key];
  if (value !== undefined && typeof value !== 'boolean') {
    throw invalidParams(`"notifications.${key}" must be true or false`);
  }
  return value === true;
}

function readUris(value: unknown): readonly string[] {
  return readTexts(value, 'resourceSubscriptions', ['URIs', 'resources']);
}

/**
 * The tasks that a filter names, whoever they belong to.
 *
 * @throws ProtocolError -32602 for what are no ids, and for too many
 */
export function readTaskIds(notifications: unknown): readonly string[] {
  return isJsonObject(notifications) ? readTexts(notifications['taskIds'], 'taskIds', ['ids', 'tasks']) : [];
}

function readTexts(
  value: unknown,
  key: string,
  [kind, things]: readonly [string, string],
): readonly string[] {
  if (value === undefined) {
    return [];
  }
  if (!Array.isArray(value) || !value.every((text): text is string => typeof text === 'string')) {
    throw invalidParams(`"notifications.${key}" must be an array of ${kind}`);
  }
  const texts = [...new Set(value)];
  if (texts.length > MAXIMUM_WATCHED_RESOURCES) {
    throw invalidParams(
      `"notifications.${key}" names ${texts.length} ${things}; one subscription watches at most ${MAXIMUM_WATCHED_RESOURCES}`,
    );
  }
  return texts;
}
