import { setImmediate } from 'node:timers/promises';
import { LinkedList } from '../protocol/index.js';
import type { ListEntry } from '../protocol/index.js';
import { closesConnection, isGone, onGone } from './send-answer.js';

/** As many are kept without a look at whether their clients are still there. */
const FEW = 1_000;

/** The requests to the endpoint that have no answer yet, by their responses. */
export class OpenRequests {
  private readonly responses = new LinkedList<object>();
  private closing = false;
  private mostBeforeCleaning = FEW;
  private whenEmpty?: () => void;

  /** Whether no more are taken. */
  get isClosing(): boolean {
    return this.closing;
  }

  add(response: object): ListEntry<object> {
    if (this.responses.size >= this.mostBeforeCleaning) {
      this.forgetGone();
    }
    return this.responses.add(response);
  }

  delete(entry: ListEntry<object>): void {
    if (this.responses.delete(entry) && this.responses.size === 0) {
      this.whenEmpty?.();
    }
  }

  /** Takes no more. Connections end with the answers that are due on them. */
  refuse(): void {
    this.closing = true;
    for (const response of this.responses) {
      closesConnection(response);
    }
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
    for (const entry of this.responses.entries()) {
      onGone(entry.value, () => this.delete(entry));
    }
    const isEmpty = await this.isEmptyWithin(graceMs);
    giveUp();
    if (isEmpty) {
      return;
    }
    // What was given up is on its way by now.
    await setImmediate();
    for (const response of this.responses) {
      answer(response);
    }
    this.responses.clear();
  }

  /** A handler that never ends must not keep its request for ever when the client has gone. */
  private forgetGone(): void {
    for (const entry of this.responses.entries()) {
      if (isGone(entry.value)) {
        this.responses.delete(entry);
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
