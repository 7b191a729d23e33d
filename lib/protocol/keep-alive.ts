import type { ResponseChannel } from './response-channel.js';

/** One timer for all requests in progress: those that take long get a sign of life at every tick. */
export class KeepAlive {
  /** The channels, with the number of ticks that each has seen. */
  private readonly channels = new Map<ResponseChannel, number>();
  private timer?: NodeJS.Timeout;

  /** @param intervalMs milliseconds between two signs of life */
  constructor(private readonly intervalMs: number) {}

  add(channel: ResponseChannel): void {
    this.channels.set(channel, 0);
    this.timer ??= this.start();
  }

  delete(channel: ResponseChannel): void {
    this.channels.delete(channel);
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
    for (const [channel, ticks] of this.channels) {
      this.channels.set(channel, ticks + 1);
      // A request that has just come is not late yet.
      if (ticks > 0) {
        channel.keepAlive();
      }
    }
  }
}
