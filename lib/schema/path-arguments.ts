import type { ArgumentDescription } from './argument-description.js';
import type { RouteInput } from './interfaces/route-parameter.interface.js';
import { typesOf } from './type-schemas.js';

/** Every parameter of the route's path is an argument, whether the handler reads it or not. */
export function completePathArguments(
  { pathParameters, optionalPathParameters = [] }: RouteInput,
  described: readonly ArgumentDescription[],
): ArgumentDescription[] {
  return [...pathParameters, ...optionalPathParameters].map((name) => {
    const argument = described.find(({ target }) => target === name);
    const isRequired = pathParameters.includes(name);
    if (!argument) {
      const schema = { type: 'string' };
      return {
        name,
        source: 'path',
        target: name,
        listed: schema,
        accepted: { ...schema, minLength: leastLengthOf(name) },
        isRequired,
      };
    }
    const accepted = typesOf(argument.accepted).has('string')
      ? {
          ...argument.accepted,
          minLength: Math.max(leastLengthOf(name), Number(argument.accepted.minLength ?? 0)),
        }
      : argument.accepted;
    return { ...argument, accepted, isRequired };
  });
}

/** No request has an empty value in its path: that would be another path. Only Fastify's wildcard takes what is not there. */
function leastLengthOf(parameterName: string): number {
  return parameterName === '*' ? 0 : 1;
}
