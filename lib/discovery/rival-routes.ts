import type { RoutePattern } from './route-pattern.js';
import type { RecordedRoute } from './route-recorder.js';

/** A route that the platform's router asks before another one. */
export interface Rival {
  readonly route: RecordedRoute;
  readonly pattern: RoutePattern;
}

/** The routes that take some of the requests which the path of a tool's route could be for. */
export class RivalRoutes {
  constructor(
    private readonly rivals: readonly Rival[],
    /** Fastify matches decoded paths, Express those that were sent. */
    private readonly decodes: boolean,
  ) {}

  /** The route that a request for this path goes to; undefined when that is the tool's. */
  takerOf(path: string): RecordedRoute | undefined {
    const matched = this.decodes ? decode(path) : path;
    return this.rivals.find(({ pattern }) => pattern.matches(matched))?.route;
  }
}

function decode(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    // A route's own text may have a percent sign that encodes nothing.
    return path;
  }
}
