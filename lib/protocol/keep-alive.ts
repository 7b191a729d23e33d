/** Something that needs signs of life. */
export interface Kept {
  /** Whether it still takes any. */
  readonly canStream: boolean;
  keepAlive(): void;
}

/** One timer for all requests in progress and all open streams: those that last get a sign of life at every tick. */
export class KeepAlive {
  /** The channels, and whether each has been there for a whole interval: one that has just come is not late yet. */
  private readonly channels = new Map<Kept, boolean>();
  private timer?: NodeJS.Timeout;

  /** @param intervalMs milliseconds between two signs of life */
  constructor(private readonly intervalMs: number) {}

  add(channel: Kept): void {
    this.channels.set(channel, false);
    this.timer ??= this.start();
  }

  delete(channel: Kept): void {
    this.channels.delete(channel);
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
    for (const [channel, isLate] of this.channels) {
      if (!channel.canStream) {
        this.channels.delete(channel);
      } else if (isLate) {
        channel.keepAlive();
      } else {
        this.channels.set(channel, true);
      }
    }
  }
}
