import { PATH_METADATA } from './nest-metadata.js';
import type { RecordedRoute } from './route-recorder.js';
import type { Callback, ToolMethod } from './controller-explorer.js';

/** Metadata key under which a callback carries itself. Nest copies it, with the rest, onto the handler it registers. */
const CALLBACK_METADATA = Symbol('mcp:callback');

/** Finds the recorded routes of a controller's method. */
export class RouteMatcher {
  private readonly methodsByCallback = new Map<Callback, ToolMethod[]>();

  /** Must be called before Nest registers its routes. */
  constructor(methods: readonly ToolMethod[]) {
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

  match(routes: readonly RecordedRoute[]): Map<ToolMethod, RecordedRoute[]> {
    const matched = new Map<ToolMethod, RecordedRoute[]>();
    for (const route of routes) {
      const callback = Reflect.getMetadata(CALLBACK_METADATA, route.registered) as Callback | undefined;
      const method = callback && this.pick(this.methodsByCallback.get(callback) ?? [], route);
      if (method) {
        const known = matched.get(method);
        if (known) {
          known.push(route);
        } else {
          matched.set(method, [route]);
        }
      }
    }
    return matched;
  }

  /** Controllers that inherit a handler share its function: the name that Nest 12 gives, or the path, tells them apart. */
  private pick(candidates: readonly ToolMethod[], route: RecordedRoute): ToolMethod | undefined {
    if (candidates.length < 2) {
      return candidates[0];
    }
    const named = candidates.filter(({ label }) => label === route.registered.name);
    if (named.length === 1) {
      return named[0];
    }
    let best: ToolMethod | undefined;
    let bestLength = -1;
    for (const candidate of named.length > 1 ? named : candidates) {
      const length = matchedPathLength(candidate, route.path);
      if (length > bestLength) {
        [best, bestLength] = [candidate, length];
      }
    }
    return best;
  }
}

/** Segments of the controller's and the method's path that end `path`; -1 when they do not. */
function matchedPathLength({ controller, callback }: ToolMethod, path: string): number {
  const actual = segments(path);
  let longest = -1;
  for (const controllerPath of pathsOf(controller)) {
    for (const methodPath of pathsOf(callback)) {
      const expected = [...segments(controllerPath), ...segments(methodPath)];
      const tail = actual.slice(actual.length - expected.length);
      if (expected.length <= actual.length && expected.every((segment, index) => segment === tail[index])) {
        longest = Math.max(longest, expected.length);
      }
    }
  }
  return longest;
}

function pathsOf(target: object): string[] {
  const path = Reflect.getMetadata(PATH_METADATA, target) as string | string[] | undefined;
  return path === undefined ? [''] : [path].flat();
}

function segments(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '');
}
