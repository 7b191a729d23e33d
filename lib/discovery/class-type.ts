import type { Type } from '@nestjs/common';

export function isClass(value: unknown): value is Type {
  return typeof value === 'function' && typeof value.prototype === 'object' && value.prototype !== null;
}
