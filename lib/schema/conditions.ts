import type { ValidationRule } from './validation-storage.js';

/** When a property is not validated at all. */
export interface Condition {
  readonly skipsUndefined: boolean;
  readonly skipsNull: boolean;
  /** It depends on more than the value being there: what it skips cannot be known. */
  readonly isOpaque: boolean;
}

const CONDITIONAL = 'conditionalValidation';

/** Conditions that only ask whether the value is there, as `PartialType()` writes one, by how they end. */
const PRESENCE_CHECKS: readonly (readonly [RegExp, Omit<Condition, 'isOpaque'>])[] = [
  [/^!== ?(undefined|void 0)$/, { skipsUndefined: true, skipsNull: false }],
  [/^!== ?null$/, { skipsUndefined: false, skipsNull: true }],
  [/^!= ?(null|undefined|void 0)$/, { skipsUndefined: true, skipsNull: true }],
];

/** `(object, value) => value <rest>` */
const OF_VALUE_ALONE = /^\(\s*\w+\s*,\s*(\w+)\s*\)\s*=>\s*\1\s*(.+)$/;

/** Combines a property's `@IsOptional()` and `@ValidateIf()` rules; undefined when it has none. */
export function readCondition(rules: readonly ValidationRule[]): Condition | undefined {
  const conditions = rules.filter(({ type }) => type === CONDITIONAL).map(readOne);
  return conditions.length === 0
    ? undefined
    : {
        skipsUndefined: conditions.some(({ skipsUndefined }) => skipsUndefined),
        skipsNull: conditions.some(({ skipsNull }) => skipsNull),
        isOpaque: conditions.some(({ isOpaque }) => isOpaque),
      };
}

function readOne({ name, constraints }: ValidationRule): Condition {
  if (name === 'isOptional') {
    return { skipsUndefined: true, skipsNull: true, isOpaque: false };
  }
  const source = OF_VALUE_ALONE.exec(String(constraints?.[0]).trim())?.[2];
  const known = PRESENCE_CHECKS.find(([pattern]) => source !== undefined && pattern.test(source));
  return known
    ? { ...known[1], isOpaque: false }
    : { skipsUndefined: false, skipsNull: false, isOpaque: true };
}
