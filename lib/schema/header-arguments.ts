import { credentialHeaders } from '../credentials/index.js';
import type { RouteInput, RouteParameter } from './interfaces/route-parameter.interface.js';
import { nameParameter } from './parameter-schemas.js';

/** Headers that belong to the connection, or are the endpoint's own. */
const OF_CONNECTION =
  /^(proxy-.*|host|connection|keep-alive|te|trailer|upgrade|expect|transfer-encoding|content-length|content-type|content-encoding|accept-encoding|mcp-.*)$/i;

/**
 * The parameters that offer a header as an argument, with the header's name in lower case as requests have it.
 *
 * @throws Error when a header can never be an argument
 */
export function exposedHeaders({ parameters, label }: RouteInput): RouteParameter[] {
  return parameters
    .filter(({ source, options }) => source === 'header' && options?.expose)
    .map((parameter) => {
      if (parameter.name === undefined) {
        throw new Error(
          `${label}: ${nameParameter(parameter)} takes all headers, which cannot be arguments. ` +
            "Name the one to expose: @Headers('x-name') @McpParam({ expose: true }).",
        );
      }
      const carriesCredentials = credentialHeaders().has(parameter.name.toLowerCase());
      if (carriesCredentials || OF_CONNECTION.test(parameter.name)) {
        throw new Error(
          `${label}: ${nameParameter(parameter)} cannot be an argument: "${parameter.name}" ` +
            `${carriesCredentials ? 'carries credentials, which a model must not write' : 'belongs to the connection'}. ` +
            'Remove expose: true; the header of the MCP request still reaches the route.',
        );
      }
      return parameter;
    });
}
