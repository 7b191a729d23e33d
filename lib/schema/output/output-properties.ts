import type { ClassProperty } from '../class-properties.js';
import { readAnnotations } from '../property-annotations.js';
import { readSwaggerProperties } from '../swagger-metadata.js';
import { readTransformation } from '../transform-metadata.js';
import { readValidationRules } from '../validation-storage.js';
import { ClassSerialization } from './serialization-metadata.js';

const CONDITIONAL = 'conditionalValidation';
const NESTED = 'nestedValidation';

/**
 * The properties that results of a class have, in their order; undefined when nothing is known of the class.
 * Nothing validates a result, so that its rules only describe.
 */
export function readOutputProperties(target: NewableFunction): readonly ClassProperty[] | undefined {
  const rules = readValidationRules(target);
  const documented = readSwaggerProperties(target);
  const classSerialization = new ClassSerialization(target);
  const names = new Set([
    ...rules.map(({ propertyName }) => propertyName),
    ...documented.keys(),
    ...classSerialization.exposed,
  ]);
  if (names.size === 0) {
    return undefined;
  }
  const prototype = target.prototype as object;
  return [...names].flatMap((name): ClassProperty[] => {
    const serialization = classSerialization.of(name);
    if (serialization.isExcluded) {
      return [];
    }
    const ownRules = rules.filter(({ propertyName }) => propertyName === name);
    const isOptional = ownRules.some(({ type, name: rule }) => type === CONDITIONAL && rule === 'isOptional');
    const swagger = documented.get(name);
    const { options } = readAnnotations(target, name, ownRules);
    return [
      {
        name,
        argument: serialization.name,
        rules: ownRules,
        isValidated: false,
        isRequired:
          options?.required ??
          (!serialization.isConditional &&
            swagger?.required !== false &&
            !ownRules.some(({ type }) => type === CONDITIONAL) &&
            (ownRules.length > 0 || swagger !== undefined)),
        takesNull: isOptional || swagger?.nullable === true,
        isConditional: ownRules.some(({ type }) => type === CONDITIONAL) && !isOptional,
        isNested: ownRules.some(({ type }) => type === NESTED),
        transformation: {
          ...readTransformation(target, name, undefined),
          isTransformed: serialization.isTransformed,
          argument: serialization.name,
        },
        type: Reflect.getMetadata('design:type', prototype, name) as NewableFunction | undefined,
        swagger,
        options,
      },
    ];
  });
}
