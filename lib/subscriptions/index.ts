export { ChangeFeed } from './change-feed.js';
export type { Change, ListKind } from './change-feed.js';
export { McpNotifier } from './mcp-notifier.js';
export { MAXIMUM_WATCHED_RESOURCES, readFilter, readTaskIds } from './subscription-filter.js';
export type { SubscriptionFilter } from './subscription-filter.js';
export { Subscription } from './subscription.js';
export { SubscriptionRegistry } from './subscription-registry.js';
export type { SubscriptionLimits } from './subscription-registry.js';
