import type { McpMessageBus } from './store.interface.js';

type Listener = (text: string) => void;

/** Brings texts to this process only. */
export class MemoryMessageBus implements McpMessageBus {
  private readonly listeners = new Map<string, Set<Listener>>();

  /** Listeners are called when the publisher has ended its turn, as they would be by a network. */
  publish(topic: string, text: string): Promise<void> {
    for (const listener of this.listeners.get(topic) ?? []) {
      queueMicrotask(() => listener(text));
    }
    return Promise.resolve();
  }

  listen(topic: string, listener: Listener): Promise<() => Promise<void>> {
    const listeners = this.listeners.get(topic) ?? new Set<Listener>();
    this.listeners.set(topic, listeners);
    // The same function may listen twice.
    const own: Listener = (text) => listener(text);
    listeners.add(own);
    return Promise.resolve(() => {
      listeners.delete(own);
      if (listeners.size === 0 && this.listeners.get(topic) === listeners) {
        this.listeners.delete(topic);
      }
      return Promise.resolve();
    });
  }
}
