import type { ArgumentDescription, SourceDescription } from './argument-description.js';
import type { RouteInput, RouteParameter } from './interfaces/route-parameter.interface.js';
import type { ParameterSchemaFactory } from './parameter-schemas.js';
import { isPlainObject } from './object-shape.js';
import { isParsed } from './pipe-schemas.js';
import { standardJsonSchema } from './standard-schema.js';
import { isClass, isFreeForm } from './type-schemas.js';

/** Name of the argument that is the whole body. */
export const BODY_ARGUMENT = 'body';

/** The argument of a body that is no object, as a list of rows is; undefined when the body is an object. */
export function wholeBodyArgument(
  { parameters, label }: RouteInput,
  schemas: ParameterSchemaFactory,
): ArgumentDescription | undefined {
  const parameter = parameters.find(isWholeBody);
  if (!parameter) {
    return undefined;
  }
  const argument = schemas.create(parameter, label);
  return { name: BODY_ARGUMENT, source: 'body', ...argument };
}

/** The body as one argument that holds its properties. */
export function nestedBodyArgument(name: string, body: SourceDescription): ArgumentDescription {
  const required = body.arguments.filter(({ isRequired }) => isRequired).map((argument) => argument.name);
  const objectOf = (purpose: 'listed' | 'accepted') => ({
    type: 'object',
    properties: Object.fromEntries(body.arguments.map((argument) => [argument.name, argument[purpose]])),
    ...(required.length > 0 && { required }),
    additionalProperties: body.isOpen,
  });
  return {
    name,
    source: 'body',
    listed: objectOf('listed'),
    accepted: objectOf('accepted'),
    isRequired: required.length > 0,
  };
}

/** Whether a parameter takes the body as something else than an object with named properties. */
export function isWholeBody(parameter: RouteParameter): boolean {
  const { source, name, type, pipes, options } = parameter;
  if (source !== 'body' || name !== undefined) {
    return false;
  }
  const given = options?.schema ?? standardJsonSchema(parameter.standardSchema);
  if (given) {
    return !isPlainObject(given);
  }
  return pipes.some(isParsed) || (type !== undefined && !isClass(type) && !isFreeForm(type));
}
