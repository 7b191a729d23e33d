import { IncomingMessage } from 'node:http';

/** What every Node request has of its own. */
export const NODE_PROPERTIES: ReadonlySet<PropertyKey> = new Set(
  Reflect.ownKeys(new IncomingMessage(null as never)),
);
