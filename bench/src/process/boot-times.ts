/** In milliseconds. */
export interface Time {
  readonly wall: number;
  /** User and system time, of all threads. */
  readonly cpu: number;
}

export interface BootTimes {
  /** Loading this package, after everything of Nest was loaded. */
  readonly import: Time;
  /** From the creation of the app until it listens. */
  readonly boot: Time;
}

export async function time(work: () => Promise<unknown>): Promise<Time> {
  const cpuBefore = process.cpuUsage();
  const before = performance.now();
  await work();
  const wall = performance.now() - before;
  const { user, system } = process.cpuUsage(cpuBefore);
  return { wall, cpu: (user + system) / 1000 };
}
