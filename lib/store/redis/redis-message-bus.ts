import type { McpMessageBus } from '../store.interface.js';
import type { RedisConnections } from './redis-connections.js';
import type { RedisKeys } from './redis-keys.js';

type Listener = (text: string) => void;

/** Publishes with Redis. What is published while Redis is away is lost. */
export class RedisMessageBus implements McpMessageBus {
  private readonly listeners = new Map<string, Set<Listener>>();

  constructor(
    private readonly connections: RedisConnections,
    private readonly keys: RedisKeys,
  ) {
    const { subscriber } = connections;
    subscriber.on('message', (channel: string, text: string) => {
      this.listeners.get(channel)?.forEach((listener) => listener(text));
    });
    // Also after Redis was away.
    subscriber.on('ready', () => void this.subscribe([...this.listeners.keys()]));
  }

  async publish(topic: string, text: string): Promise<void> {
    await this.connections.run((client) => client.publish(this.keys.topic(topic), text));
  }

  async listen(topic: string, listener: Listener): Promise<() => Promise<void>> {
    const channel = this.keys.topic(topic);
    // A function of its own, since the same one may listen twice.
    const own: Listener = (text) => listener(text);
    const listeners = this.listeners.get(channel);
    if (listeners) {
      listeners.add(own);
    } else {
      this.listeners.set(channel, new Set([own]));
    }
    // Each time, as somebody else's subscription may still be on its way.
    await this.subscribe([channel]);
    return () => this.leave(channel, own);
  }

  private async leave(channel: string, own: Listener): Promise<void> {
    const listeners = this.listeners.get(channel);
    listeners?.delete(own);
    if (listeners?.size === 0) {
      this.listeners.delete(channel);
      await this.connections.runOnSubscriber((client) => client.unsubscribe(channel));
    }
  }

  private async subscribe(channels: readonly string[]): Promise<void> {
    if (channels.length > 0) {
      await this.connections.runOnSubscriber((client) => client.subscribe(...channels));
    }
  }
}
