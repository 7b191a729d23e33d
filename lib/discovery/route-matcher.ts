import { VersioningType } from '@nestjs/common';
import type { VersioningOptions } from '@nestjs/common';
import { PATH_METADATA } from './nest-metadata.js';
import type { RecordedRoute } from './route-recorder.js';
import { declaredVersion } from './route-versions.js';
import type { Callback, DecoratedMethod } from './decorated-method.js';

/** Metadata key under which a callback carries itself. Nest copies it, with the rest, onto the handler it registers. */
const CALLBACK_METADATA = Symbol('mcp:callback');

/** What the application puts before the paths of its controllers. */
export interface PathPrefixes {
  readonly globalPrefix: string;
  readonly versioning?: VersioningOptions;
}

/** Finds the recorded routes of a controller's method. */
export class RouteMatcher {
  private readonly methodsByCallback = new Map<Callback, DecoratedMethod[]>();

  /** Must be called before Nest registers its routes. */
  constructor(methods: readonly DecoratedMethod[]) {
    for (const method of methods) {
      Reflect.defineMetadata(CALLBACK_METADATA, method.callback, method.callback);
      const sharing = this.methodsByCallback.get(method.callback);
      if (sharing) {
        sharing.push(method);
      } else {
        this.methodsByCallback.set(method.callback, [method]);
      }
    }
  }

  /** @throws Error that names the methods which share a handler, when it cannot be told whose a route is */
  match(routes: readonly RecordedRoute[], prefixes: PathPrefixes): Map<DecoratedMethod, RecordedRoute[]> {
    const matched = new Map<DecoratedMethod, RecordedRoute[]>();
    for (const route of routes) {
      const callback = Reflect.getMetadata(CALLBACK_METADATA, route.registered) as Callback | undefined;
      const candidates = (callback && this.methodsByCallback.get(callback)) ?? [];
      if (candidates.length === 0) {
        continue;
      }
      const owners = candidates.length === 1 ? candidates : ownersOf(route, candidates, prefixes);
      // Owners that have everything in common are served in the order in which Nest registers their routes.
      const method = owners.find((owner) => !hasRoute(matched.get(owner), route)) ?? owners[0]!;
      const known = matched.get(method);
      if (known) {
        known.push(route);
      } else {
        matched.set(method, [route]);
      }
    }
    return matched;
  }
}

/**
 * Controllers that inherit a handler share its function. What tells their routes apart is the version, the path and, on
 * Nest 12, the name of the registered function.
 */
function ownersOf(
  route: RecordedRoute,
  candidates: readonly DecoratedMethod[],
  prefixes: PathPrefixes,
): readonly DecoratedMethod[] {
  const versioned = narrow(
    candidates,
    (candidate) => declaredVersion(candidate, prefixes.versioning) === route.version,
  );
  const named = narrow(versioned, ({ label }) => label === route.registered.name);
  const actual = normalize(route.path);
  const owners = named.filter((candidate) => possiblePaths(candidate, prefixes).includes(actual));
  if (owners.length === 0) {
    throw new Error(
      `${candidates.map(({ label }) => label).join(' and ')} are one inherited method, and it cannot be told which of ` +
        `them is served at ${route.verb} ${route.path}. Override the method in these controllers.`,
    );
  }
  return owners;
}

/** Those that fulfil the condition, or all when none does. */
function narrow(
  candidates: readonly DecoratedMethod[],
  condition: (candidate: DecoratedMethod) => boolean,
): readonly DecoratedMethod[] {
  const fulfilling = candidates.filter(condition);
  return fulfilling.length > 0 ? fulfilling : candidates;
}

function hasRoute(routes: readonly RecordedRoute[] | undefined, { verb, path }: RecordedRoute): boolean {
  return routes?.some((route) => route.verb === verb && route.path === path) ?? false;
}

/** Where Nest may serve a method: with the global prefix, or without when that excludes the route. */
function possiblePaths(method: DecoratedMethod, { globalPrefix, versioning }: PathPrefixes): string[] {
  const fragments = [
    ['', globalPrefix],
    versionPrefixes(method, versioning),
    [method.modulePath],
    pathsOf(method.owner),
    pathsOf(method.callback),
  ];
  return fragments
    .reduce((paths, choices) => paths.flatMap((path) => choices.map((choice) => `${path}/${choice}`)), [''])
    .map(normalize);
}

function versionPrefixes(method: DecoratedMethod, versioning: VersioningOptions | undefined): string[] {
  const declared = declaredVersion(method, versioning);
  if (versioning?.type !== VersioningType.URI || declared === undefined) {
    return [''];
  }
  const prefix = versioning.prefix === false ? '' : (versioning.prefix ?? 'v');
  return [declared].flat().map((version) => (typeof version === 'string' ? `${prefix}${version}` : ''));
}

function pathsOf(target: object): string[] {
  const path = Reflect.getMetadata(PATH_METADATA, target) as string | string[] | undefined;
  return path === undefined ? [''] : [path].flat();
}

/** Without what Nest's adapters rewrite: the spelling of wildcards and of optional parts. */
function normalize(path: string): string {
  return path
    .replace(/[{}?]/g, '')
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => (segment.includes('*') ? '*' : segment))
    .join('/');
}
