/**
 * Keys of Nest's own metadata. They are the same in Nest 11 and 12, which export them from different places, and neither
 * as public API.
 */
export const PATH_METADATA = 'path';
/** Set by `RouterModule`, followed by the id of the application. */
export const MODULE_PATH_METADATA = '__module_path__';
export const HOST_METADATA = 'host';
export const VERSION_METADATA = '__version__';
export const ROUTE_ARGS_METADATA = '__routeArguments__';
export const CUSTOM_ROUTE_ARGS_METADATA = '__customRouteArgs__';
export const PIPES_METADATA = '__pipes__';
export const GUARDS_METADATA = '__guards__';
export const INTERCEPTORS_METADATA = '__interceptors__';
export const EXCEPTION_FILTERS_METADATA = '__exceptionFilters__';
export const HTTP_CODE_METADATA = '__httpCode__';
export const SSE_METADATA = '__sse__';
export const PARAMTYPES_METADATA = 'design:paramtypes';
/** Set by `@RouteSchema()` of @nestjs/platform-fastify. */
export const FASTIFY_ROUTE_SCHEMA_METADATA = '__fastify_route_schema__';
/** Set by `@RouteConfig()` of @nestjs/platform-fastify. */
export const FASTIFY_ROUTE_CONFIG_METADATA = '__fastify_route_config__';
/** Set by `@ApiOperation()` of @nestjs/swagger. */
export const API_OPERATION_METADATA = 'swagger/apiOperation';
/** Set by `@ApiOkResponse()` and its like of @nestjs/swagger. */
export const API_RESPONSE_METADATA = 'swagger/apiResponse';

/** Nest's `RouteParamtypes`: the number at the front of a key in the route arguments' metadata. */
export enum RouteParamtype {
  Request = 0,
  Response = 1,
  Next = 2,
  Body = 3,
  Query = 4,
  Param = 5,
  Headers = 6,
  Session = 7,
  File = 8,
  Files = 9,
  Host = 10,
  Ip = 11,
  RawBody = 12,
}
