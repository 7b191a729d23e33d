/** What is counted in a process that should not leak. */
export interface ProcessFigures {
  /** After garbage collection, in bytes. */
  readonly heapUsed: number;
  /** Sockets, timers and such that keep the process busy, by kind. */
  readonly resources: Readonly<Record<string, number>>;
  /** Listeners of the process and of the HTTP server, by event. */
  readonly listeners: Readonly<Record<string, number>>;
  /** Open connections of clients. */
  readonly connections: number;
}

/** What a served application says to the process that has started it. */
export type AppMessage =
  { readonly url: string } | { readonly figures: ProcessFigures } | { readonly failure: string };

export type PlatformName = 'fastify' | 'express';

export const PLATFORMS: readonly PlatformName[] = ['fastify', 'express'];
