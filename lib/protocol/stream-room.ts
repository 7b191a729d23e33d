/** How many answers may be event streams at once. */
export class StreamRoom {
  private taken = 0;

  constructor(private readonly max: number) {}

  get isFull(): boolean {
    return this.taken >= this.max;
  }

  take(): void {
    this.taken++;
  }

  giveBack(): void {
    this.taken--;
  }
}
