import type { TransformFnParams } from 'class-transformer';

/** Reads `?flag=true` and `?flag=false`. Anything else stays as it is, for `@IsBoolean()` to refuse. */
export function toBoolean({ value }: TransformFnParams): unknown {
  if (value === 'true') return true;
  if (value === 'false') return false;
  return value;
}
