import type { RouteParameter } from '../interfaces/route-parameter.interface.js';
import { nameParameter } from '../parameter-schemas.js';
import { isClass, isFreeForm } from '../type-schemas.js';
import { isValidationPipe, readClassValidation } from '../validation-pipes.js';
import { diagnoseClass, hasDecoratedProperties } from './class-diagnostics.js';
import type { Diagnosis } from './diagnosis.js';

/** Looks for what clients learn nothing of in one parameter, and in the classes that it takes. */
export function* diagnoseParameter(
  parameter: RouteParameter,
  label: string,
  seen: Set<NewableFunction>,
): Generator<Diagnosis> {
  const { type, pipes, options, standardSchema } = parameter;
  if (options?.schema || standardSchema) {
    return;
  }
  const place = `${label}: ${nameParameter(parameter)}`;
  if (isClass(type)) {
    const validation = readClassValidation(pipes);
    if (!hasDecoratedProperties(type) && !hasOtherPipes(parameter)) {
      yield {
        place,
        message:
          `${place} takes a ${type.name}, which has no decorated property, so that clients learn nothing of it. Add ` +
          'rules of class-validator or @ApiProperty() to its properties, or @McpParam({ schema }) to the parameter.',
      };
    }
    yield* diagnoseClass(type, validation, seen);
  } else if (isFreeForm(type) && takesAnything(parameter)) {
    yield {
      place,
      message:
        `${place} has a type that does not exist at run time (an interface, a union, any), so that clients learn ` +
        'nothing of it. Take a DTO class, or add @McpParam({ schema }).',
    };
  }
}

/** A query value is text at least, whatever its type. */
function takesAnything(parameter: RouteParameter): boolean {
  const { source, name } = parameter;
  return (source === 'body' || (source === 'query' && name === undefined)) && !hasOtherPipes(parameter);
}

function hasOtherPipes({ pipes }: RouteParameter): boolean {
  return pipes.some((pipe) => !isValidationPipe(pipe));
}
