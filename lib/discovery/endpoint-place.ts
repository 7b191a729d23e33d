import type { RivalFinder } from './rival-finder.js';
import type { RecordedRoute } from './route-recorder.js';

/** Clients post to the endpoint; the other methods matter when a route is at the same path on purpose. */
const METHODS = ['POST', 'GET', 'DELETE'];

/**
 * Express asks routes in the order of registration, so that one before the endpoint can take its requests.
 *
 * @throws Error that names this route
 */
export function assertEndpointReachable(endpoint: RecordedRoute | undefined, rivals: RivalFinder): void {
  for (const verb of endpoint ? METHODS : []) {
    const { path } = endpoint!;
    const taker = rivals.find([endpoint!], endpoint!, path, verb)?.takerOf(path);
    if (taker && (verb === 'POST' || isSamePath(taker.path, path))) {
      throw new Error(
        `No client could reach the MCP endpoint: ${verb} ${path} is answered by ${describe(taker)}, which is registered ` +
          'before it. Give McpModule another path, or import it before the module of that route.',
      );
    }
  }
}

function describe({ verb, path, registered }: RecordedRoute): string {
  // Since Nest 12 the function is named after the method of the controller.
  const owner = registered.name.includes('.') ? `${registered.name} ` : '';
  return `${owner}(${verb} ${path})`;
}

function isSamePath(left: string, right: string): boolean {
  const normalize = (path: string) => path.replace(/\/$/, '').toLowerCase();
  return normalize(left) === normalize(right);
}
