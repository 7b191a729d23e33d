import type { JsonSchema } from '../../interfaces/index.js';
import { classOfProperty, readClassProperties } from '../class-properties.js';
import type { ClassProperty } from '../class-properties.js';
import { listedPropertySchema } from '../listed-property-schema.js';
import { readSwaggerProperties } from '../swagger-metadata.js';
import { isClass, isFreeForm, isListType } from '../type-schemas.js';
import type { ClassValidation } from '../validation-pipes.js';
import { readValidationRules } from '../validation-storage.js';
import type { Diagnosis } from './diagnosis.js';

/** Keywords that say something of a value, as opposed to describing it. */
const TELLING = ['type', 'enum', 'const', 'anyOf', 'oneOf', 'allOf', '$ref', 'not', 'if'];
const ANY_OBJECT = (): JsonSchema => ({ type: 'object' });

/** Looks through a class, and the classes of its properties, for properties that clients learn nothing of. */
export function* diagnoseClass(
  target: NewableFunction,
  validation: ClassValidation,
  seen: Set<NewableFunction>,
): Generator<Diagnosis> {
  if (seen.has(target)) {
    return;
  }
  seen.add(target);
  if (isPlain(target)) {
    return;
  }
  for (const property of readClassProperties(target, validation) ?? []) {
    const message = diagnose(property);
    if (message !== undefined) {
      const place = `${target.name}.${property.name}`;
      yield { place, message: `${place} ${message}` };
    }
    for (const inner of classesOf(property)) {
      yield* diagnoseClass(inner, validation, seen);
    }
  }
}

/** Whether something is known of the properties of a class. */
export function hasDecoratedProperties(target: NewableFunction): boolean {
  return namesOf(target).size > 0;
}

/** Most classes have plain properties only, with nothing to find: they need not be read in full for that. */
function isPlain(target: NewableFunction): boolean {
  const prototype = target.prototype as object;
  return [...namesOf(target)].every((name) => {
    const type = Reflect.getMetadata('design:type', prototype, name) as NewableFunction | undefined;
    return type !== undefined && !isFreeForm(type) && !isListType(type) && !isClass(type);
  });
}

function namesOf(target: NewableFunction): Set<string> {
  return new Set([
    ...readValidationRules(target).map(({ propertyName }) => propertyName),
    ...readSwaggerProperties(target).keys(),
  ]);
}

function diagnose(property: ClassProperty): string | undefined {
  const { options, transformation, isNested, isValidated, conversion, type } = property;
  if (options?.schema || transformation.isTransformed) {
    return undefined;
  }
  if (isNested && isValidated && !isClass(conversion?.type)) {
    const example = isClass(type) ? type.name : 'ItemDto';
    return (
      'has @ValidateNested() without @Type(): its values stay plain objects, and class-validator refuses every one of ' +
      `them. Write @Type(() => ${example}) above it.`
    );
  }
  if (type !== undefined && !isFreeForm(type) && !isListType(type)) {
    return undefined;
  }
  const schema = listedPropertySchema(property, 'json', ANY_OBJECT);
  if (isListOfAnything(schema)) {
    return (
      'is a list of unknown items. Say what they are: with a rule for each item, such as @IsString({ each: true }), ' +
      'with @Type(() => ItemDto), with @ApiProperty({ type: [String] }), or with @McpParam({ schema }).'
    );
  }
  return saysNothing(schema) ? missingType(type) : undefined;
}

function missingType(type: NewableFunction | undefined): string {
  return type === undefined
    ? 'has no type metadata, so that clients learn nothing of it. Compile with emitDecoratorMetadata (esbuild, and ' +
        'vitest without swc, emit none), or add a rule such as @IsString(), @ApiProperty({ type }) or @McpParam({ schema }).'
    : 'has a type that does not exist at run time (an interface, a union, any), so that clients learn nothing of it. ' +
        'Add a rule such as @IsString(), @Type(() => SomeDto), @ApiProperty({ type }) or @McpParam({ schema }).';
}

function isListOfAnything(schema: JsonSchema): boolean {
  if (schema.type === 'array') {
    return saysNothing(schema.items ?? {});
  }
  const branches = schema.anyOf?.filter(({ type }) => type !== 'null') ?? [];
  return branches.length > 0 && branches.every(isListOfAnything);
}

function saysNothing(schema: JsonSchema): boolean {
  return !TELLING.some((keyword) => schema[keyword] !== undefined);
}

function classesOf(property: ClassProperty): NewableFunction[] {
  const own = classOfProperty(property);
  const variants = property.transformation.discriminator?.subTypes.map(({ value }) => value) ?? [];
  return own ? [own, ...variants] : variants;
}
