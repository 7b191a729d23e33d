import { ContextIdFactory } from '@nestjs/core';

/**
 * The property in which Nest keeps the id of a request's injection context. Nest exports it on some versions only, so it
 * is read off what Nest asks a request for.
 */
export function findContextIdProperty(): symbol | undefined {
  let found: symbol | undefined;
  const probe = new Proxy(
    {},
    {
      get: (_target, property) => {
        found ??= typeof property === 'symbol' ? property : undefined;
        // An id that is there ends the search, before the application's own strategy would be asked.
        return {};
      },
    },
  );
  ContextIdFactory.getByRequest(probe, []);
  return found;
}
