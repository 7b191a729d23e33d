import { setImmediate } from 'node:timers/promises';
import { closesConnection, isGone, onGone } from './send-answer.js';

/** As many are kept without a look at whether their clients are still there. */
const FEW = 1_000;

/** The requests to the endpoint that have no answer yet, by their responses. */
export class OpenRequests {
  private readonly responses = new Set<object>();
  private closing = false;
  private mostBeforeCleaning = FEW;
  private whenEmpty?: () => void;

  /** Whether no more are taken. */
  get isClosing(): boolean {
    return this.closing;
  }

  add(response: object): void {
    if (this.responses.size >= this.mostBeforeCleaning) {
      this.forgetGone();
    }
    this.responses.add(response);
  }

  delete(response: object): void {
    if (this.responses.delete(response) && this.responses.size === 0) {
      this.whenEmpty?.();
    }
  }

  /** Takes no more. Connections end with the answers that are due on them. */
  refuse(): void {
    this.closing = true;
    this.responses.forEach(closesConnection);
  }

  /**
   * Waits until all have their answers whose clients are still there.
   *
   * @param giveUp called in the end: answers those that are at work
   * @param answer answers those that have no answer even then
   */
  async drain(graceMs: number, giveUp: () => void, answer: (response: object) => void): Promise<void> {
    this.refuse();
    this.forgetGone();
    this.responses.forEach((response) => onGone(response, () => this.delete(response)));
    const isEmpty = await this.isEmptyWithin(graceMs);
    giveUp();
    if (isEmpty) {
      return;
    }
    // What was given up is on its way by now.
    await setImmediate();
    this.responses.forEach(answer);
    this.responses.clear();
  }

  /** A handler that never ends must not keep its request for ever when the client has gone. */
  private forgetGone(): void {
    for (const response of this.responses) {
      if (isGone(response)) {
        this.responses.delete(response);
      }
    }
    this.mostBeforeCleaning = Math.max(FEW, this.responses.size * 2);
  }

  private isEmptyWithin(graceMs: number): Promise<boolean> {
    if (this.responses.size === 0 || graceMs === 0) {
      return Promise.resolve(this.responses.size === 0);
    }
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), graceMs);
      this.whenEmpty = () => {
        clearTimeout(timer);
        resolve(true);
      };
    });
  }
}
