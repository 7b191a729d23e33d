import { RouteParamtype } from '../discovery/index.js';

interface RequestLike {
  readonly body?: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly session?: unknown;
  readonly ip?: unknown;
  readonly hosts?: Readonly<Record<string, unknown>>;
}

/** Gives Nest the values of a provider method's parameters, by their decorators. */
export const providerParameters = {
  exchangeKeyForValue(
    type: number,
    data: unknown,
    [request, response, next]: [RequestLike, object, unknown],
  ): unknown {
    const key = typeof data === 'string' && data !== '' ? data : undefined;
    switch (type as RouteParamtype) {
      case RouteParamtype.Request:
        return request;
      case RouteParamtype.Response:
        return response;
      case RouteParamtype.Next:
        return next;
      case RouteParamtype.Body:
        return key === undefined ? request.body : own(request.body, key);
      case RouteParamtype.Headers:
        return key === undefined ? request.headers : request.headers[key.toLowerCase()];
      case RouteParamtype.Session:
        return request.session;
      case RouteParamtype.Ip:
        return request.ip;
      case RouteParamtype.Host:
        return key === undefined ? request.hosts : request.hosts?.[key];
      default:
        return undefined;
    }
  },
};

function own(values: Readonly<Record<string, unknown>> | undefined, key: string): unknown {
  return values && Object.hasOwn(values, key) ? values[key] : undefined;
}
