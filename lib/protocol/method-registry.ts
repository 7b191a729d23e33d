import type { Era } from './era.js';
import type { Method } from './method.js';

/** Which method serves a name in an era. */
export class MethodRegistry<Exchange> {
  private readonly methods: Readonly<Record<Era, Map<string, Method<Exchange>>>> = {
    modern: new Map(),
    legacy: new Map(),
  };

  /** `fallbacks` serve the names that `methods` leave free. */
  constructor(methods: Iterable<Method<Exchange>>, fallbacks: Iterable<Method<Exchange>>) {
    for (const method of methods) {
      for (const era of method.eras) {
        if (this.methods[era].has(method.name)) {
          throw new Error(`Two methods named ${method.name} for the ${era} era`);
        }
        this.methods[era].set(method.name, method);
      }
    }
    for (const method of fallbacks) {
      for (const era of method.eras) {
        if (!this.methods[era].has(method.name)) this.methods[era].set(method.name, method);
      }
    }
  }

  find(name: string, era: Era): Method<Exchange> | undefined {
    return this.methods[era].get(name);
  }
}
