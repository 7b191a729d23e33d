/**
 * Brings texts from one instance of the application to all others, and to itself.
 *
 * @publicApi
 */
export interface McpMessageBus {
  publish(topic: string, text: string): Promise<void>;
  /**
   * Those of one publisher come in the order in which they were published. It does not fail while the bus is away: it
   * hears what is published when it is back.
   *
   * @returns what ends it
   */
  listen(topic: string, listener: (text: string) => void): Promise<() => Promise<void>>;
}
