import type { ArgumentDescription } from './argument-description.js';
import type { RouteInput } from './interfaces/route-parameter.interface.js';
import type { SwaggerProperty } from './swagger-metadata.js';
import { swaggerType } from './swagger-metadata.js';
import { describeDocumented } from './property-description.js';
import { documentedNotes } from './swagger-notes.js';
import { isClass } from './type-schemas.js';

/** What `@ApiQuery()` and its like keep of one parameter. */
interface DocumentedParameter extends SwaggerProperty {
  readonly in: string;
  readonly name?: string;
  readonly schema?: SwaggerProperty;
}

const PARAMETERS = 'swagger/apiParameters';
const HEADERS = 'swagger/apiHeaders';

/** What is documented of a handler, and of the headers of its controller: to be given as `RouteInput.documentation`. */
export function readDocumentation(handler: object, controller: object): readonly unknown[] {
  return [PARAMETERS, HEADERS].flatMap(
    (key, position) => (Reflect.getMetadata(key, position === 0 ? handler : controller) ?? []) as unknown[],
  );
}

/** The class that `@ApiBody({ type })` names, for a body that the code itself gives no class. */
export function documentedBody({ documentation = [] }: RouteInput): NewableFunction | undefined {
  const body = (documentation as readonly DocumentedParameter[]).find((parameter) => parameter.in === 'body');
  const model = swaggerType(body);
  return body && !body.isArray && isClass(model) ? model : undefined;
}

/** Adds to an argument what `@ApiQuery()`, `@ApiParam()` and `@ApiHeader()` say of it, and the code does not. */
export function documentArgument(argument: ArgumentDescription, input: RouteInput): ArgumentDescription {
  const documented = argument.target && documentationOf(input, argument.source, argument.target);
  return documented
    ? {
        ...argument,
        listed: describeDocumented(argument.listed, documented, documentedNotes(documented, argument.listed)),
      }
    : argument;
}

function documentationOf(
  { documentation = [] }: RouteInput,
  source: ArgumentDescription['source'],
  name: string,
): SwaggerProperty | undefined {
  const found = (documentation as readonly DocumentedParameter[]).find(
    (parameter) => parameter.in === source && parameter.name?.toLowerCase() === name.toLowerCase(),
  );
  return found && { ...found.schema, ...found };
}
