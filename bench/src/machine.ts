import { availableParallelism, cpus } from 'node:os';

export function describeMachine(): string {
  return `Node ${process.version}, ${availableParallelism()} cores, ${cpus()[0]?.model}`;
}
