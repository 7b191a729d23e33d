import type { DecoratedMethod } from './decorated-method.js';

/** What `@ApiOperation()` says; undefined when it says nothing. */
export function documentedDescription({ metadata }: DecoratedMethod): string | undefined {
  const operation = metadata.getApiOperation();
  return operation?.description || operation?.summary || undefined;
}

/** `findOne` -> `Find one` */
export function methodInWords({ methodName }: DecoratedMethod): string {
  const words = methodName.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
