import { VERSION_NEUTRAL } from '@nestjs/common';
import { mayPassOn } from './passing-routes.js';
import { expandOptionalParts } from './path-variants.js';
import { RivalRoutes } from './rival-routes.js';
import type { Rival } from './rival-routes.js';
import { RoutePattern } from './route-pattern.js';
import type { RecordedRoute, VersionValue } from './route-recorder.js';
import type { RouterRules } from './router-rules.js';

/** Finds which routes of an application get requests in the place of others. */
export class RivalFinder {
  private readonly rivals: readonly Rival[];

  /** @param routes in the order of registration */
  constructor(
    private readonly routes: readonly RecordedRoute[],
    private readonly rules: RouterRules,
  ) {
    this.rivals = routes
      // Fastify's router chooses once: what its choice passes on is answered with 404.
      .filter(({ registered }) => rules.platform === 'fastify' || !mayPassOn(registered))
      .flatMap((route) =>
        expandOptionalParts(route.path, rules.platform).map((path) => ({
          route,
          pattern: new RoutePattern(path, rules),
        })),
      );
  }

  /**
   * @param own the routes of the same handler, among which the caller chooses
   * @param path one of the paths that the route's path stands for
   * @param verb the method of the requests
   */
  find(
    own: readonly RecordedRoute[],
    route: RecordedRoute,
    path: string,
    verb: string,
  ): RivalRoutes | undefined {
    const pattern = new RoutePattern(path, this.rules);
    const place = this.routes.indexOf(route);
    const rivals = this.rivals.filter(
      (rival) =>
        (rival.route.verb === verb || rival.route.verb === 'ALL') &&
        !own.includes(rival.route) &&
        rival.pattern.mayMeet(pattern) &&
        isSameVersion(rival.route.version, route.version) &&
        (this.rules.platform === 'fastify'
          ? rival.pattern.precedes(pattern)
          : this.routes.indexOf(rival.route) < place),
    );
    return rivals.length > 0 ? new RivalRoutes(rivals, this.rules.platform === 'fastify') : undefined;
  }
}

/** A route that checks for its version takes none of the requests for another one. */
function isSameVersion(rival: VersionValue | undefined, wanted: VersionValue | undefined): boolean {
  if (rival === undefined) {
    return true;
  }
  const versions = [wanted].flat();
  return [rival].flat().some((version) => version === VERSION_NEUTRAL || versions.includes(version));
}
