import type { IncomingHttpHeaders } from 'node:http';
import type { User } from './user.entity.js';

/** A request after the `AuthenticationGuard`. Anonymous callers have no user. */
export interface CallerRequest {
  headers: IncomingHttpHeaders;
  user?: User;
}
