import type { Method } from './method.js';

/** A notification in every version, but some clients send it with an id and wait for the answer. */
export const initializedMethod: Method = {
  name: 'notifications/initialized',
  eras: ['legacy'],
  handle: () => ({}),
};
