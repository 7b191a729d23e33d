import type { HttpServer } from '@nestjs/common';
import { replaceMethod } from './replace-method.js';

interface ExpressApplicationLike {
  readonly router: { readonly stack: readonly unknown[] };
}

/**
 * What the platform makes of a middleware while `mount` registers it, the matching of paths and methods included: the
 * layers of Express's router; on Fastify the functions that `@fastify/middie` gets.
 */
export function captureMounted(adapter: HttpServer, mount: () => void): readonly unknown[] {
  return adapter.getType() === 'fastify' ? captureFunctions(adapter, mount) : captureLayers(adapter, mount);
}

function captureLayers(adapter: HttpServer, mount: () => void): readonly unknown[] {
  const { router } = adapter.getInstance() as ExpressApplicationLike;
  const count = router.stack.length;
  mount();
  return router.stack.slice(count);
}

function captureFunctions(adapter: HttpServer, mount: () => void): readonly unknown[] {
  const functions: unknown[] = [];
  const restore = replaceMethod(adapter.getInstance() as object, 'use', (original) => (args) => {
    functions.push(args.at(-1));
    return original(...args);
  });
  try {
    mount();
  } finally {
    restore();
  }
  return functions;
}
