import { LinkedList } from './linked-list.js';
import type { ListEntry } from './linked-list.js';

/** Something that needs signs of life. */
export interface Kept {
  /** Whether it still takes any. */
  readonly canStream: boolean;
  keepAlive(): void;
}

/** Something that is kept alive. */
export interface KeptChannel {
  readonly channel: Kept;
  /** Whether it has been there for a whole interval: one that has just come is not late yet. */
  isLate: boolean;
}

/** One timer for all requests in progress and all open streams: those that last get a sign of life at every tick. */
export class KeepAlive {
  private readonly channels = new LinkedList<KeptChannel>();
  private timer?: NodeJS.Timeout;

  /** @param intervalMs milliseconds between two signs of life */
  constructor(private readonly intervalMs: number) {}

  add(channel: Kept): ListEntry<KeptChannel> {
    this.timer ??= this.start();
    return this.channels.add({ channel, isLate: false });
  }

  delete(entry: ListEntry<KeptChannel>): void {
    this.channels.delete(entry);
  }

  close(): void {
    clearInterval(this.timer);
    this.timer = undefined;
    this.channels.clear();
  }

  private start(): NodeJS.Timeout {
    const timer = setInterval(() => this.tick(), this.intervalMs);
    timer.unref();
    return timer;
  }

  private tick(): void {
    if (this.channels.size === 0) {
      clearInterval(this.timer);
      this.timer = undefined;
      return;
    }
    for (const entry of this.channels.entries()) {
      const { channel, isLate } = entry.value;
      if (!channel.canStream) {
        this.channels.delete(entry);
      } else if (isLate) {
        channel.keepAlive();
      } else {
        entry.value.isLate = true;
      }
    }
  }
}
