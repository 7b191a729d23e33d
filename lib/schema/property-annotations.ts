import type { McpParamOptions } from '../interfaces/index.js';
import { MCP_HEADER_METADATA, MCP_PARAM_METADATA } from '../mcp.constants.js';
import { allTypeMetadata, findTypeMetadata } from './transform-storage.js';
import { allValidationRules, countValidatedClasses } from './validation-storage.js';
import type { ValidationRule } from './validation-storage.js';

/** What `@McpParam()` and `@McpHeader()` say of a property. */
export interface PropertyAnnotations {
  readonly options?: McpParamOptions;
  readonly headerName?: string;
}

/**
 * Reads the decorators of a property, or those that it had in the class which `PartialType()`, `PickType()`, `OmitType()`
 * or `IntersectionType()` took it from.
 */
export function readAnnotations(
  target: NewableFunction,
  name: string,
  rules: readonly ValidationRule[],
): PropertyAnnotations {
  const own = annotationsOn(target, name);
  if (own) {
    return own;
  }
  for (const origin of originsOf(target, name, rules)) {
    const inherited = annotationsOn(origin, name);
    if (inherited) {
      return inherited;
    }
  }
  return {};
}

function annotationsOn(target: NewableFunction, name: string): PropertyAnnotations | undefined {
  const prototype = target.prototype as object;
  const options = Reflect.getMetadata(MCP_PARAM_METADATA, prototype, name) as McpParamOptions | undefined;
  const headerName = Reflect.getMetadata(MCP_HEADER_METADATA, prototype, name) as string | undefined;
  return options || headerName !== undefined ? { options, headerName } : undefined;
}

/**
 * Mapped types keep no reference to the class that they copy. What they copy are the rules and `@Type()` of each
 * property, with the very functions and arrays that the decorators made: by those the first owner is found.
 */
function originsOf(target: NewableFunction, name: string, rules: readonly ValidationRule[]) {
  const origins = new Set<NewableFunction>();
  const marks = rules.flatMap(marksOfRule);
  const typeFunction = findTypeMetadata(target, name)?.typeFunction;
  for (const mark of typeFunction ? [...marks, typeFunction] : marks) {
    for (const owner of ownersByMark().get(mark) ?? []) {
      origins.add(owner);
    }
  }
  origins.delete(target);
  return origins;
}

/** The objects of a rule that no other decorator shares, unless it is a copy of the rule. */
function marksOfRule({ constraintCls, constraints, groups }: ValidationRule): object[] {
  return [
    // A validator class that the application wrote is shared by all that use it.
    ...(constraintCls?.name === 'CustomConstraint' ? [constraintCls] : []),
    ...(constraints && !constraintCls ? [constraints] : []),
    ...(groups?.length === 0 ? [groups] : []),
  ];
}

type Owners = ReadonlyMap<object, readonly NewableFunction[]>;

let index: { readonly classes: number; readonly owners: Owners } | undefined;

/** Made once for all classes, and again when some were added. */
function ownersByMark(): Owners {
  const classes = countValidatedClasses();
  if (index?.classes !== classes) {
    index = { classes, owners: indexOwners() };
  }
  return index.owners;
}

function indexOwners(): Owners {
  const owners = new Map<object, NewableFunction[]>();
  const add = (mark: object, owner: NewableFunction) => {
    const known = owners.get(mark);
    if (!known) {
      owners.set(mark, [owner]);
    } else if (known.at(-1) !== owner) {
      known.push(owner);
    }
  };
  for (const [owner, rules] of allValidationRules()) {
    rules.flatMap(marksOfRule).forEach((mark) => add(mark, owner));
  }
  for (const [owner, typeFunction] of allTypeMetadata()) {
    add(typeFunction, owner);
  }
  return owners;
}
