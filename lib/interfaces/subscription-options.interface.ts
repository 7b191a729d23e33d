/**
 * Limits of `subscriptions/listen`.
 *
 * @publicApi
 */
export interface McpSubscriptionOptions {
  /** Open streams of the whole process. */
  max?: number;
  /** Open streams of one caller. */
  maxPerPrincipal?: number;
}
