/** Lets so many go on at once; the others wait, the first one for the shortest time. */
export class Turns {
  private taken = 0;
  private readonly waiting = new Set<() => void>();

  constructor(private readonly most: number) {}

  get isFull(): boolean {
    return this.taken >= this.most;
  }

  /** @throws what the signal is aborted with */
  async take(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (!this.isFull) {
      this.taken++;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const begin = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        this.waiting.delete(begin);
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', leave, { once: true });
      this.waiting.add(begin);
    });
  }

  /** Goes on with what has waited for something else, and need not wait again. */
  resume(): void {
    this.taken++;
  }

  giveBack(): void {
    this.taken--;
    const [next] = this.waiting;
    if (next && !this.isFull) {
      this.waiting.delete(next);
      this.taken++;
      next();
    }
  }
}
