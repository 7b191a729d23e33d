import type { Method, MethodRequest } from './method.js';

/** A method and the request it is to answer. */
export interface Call<Exchange> {
  readonly method: Method<Exchange>;
  readonly request: MethodRequest<Exchange>;
}
