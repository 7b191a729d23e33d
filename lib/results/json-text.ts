/**
 * JSON text of a value, as `JSON.stringify()` makes it. Where that gives up, big integers become strings and cycles
 * `"[Circular]"`. `undefined` for what JSON has no word for. Throws when a getter or `toJSON()` of the value does.
 */
export function jsonText(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return JSON.stringify(value, tolerantReplacer());
  }
}

function tolerantReplacer(): (this: Record<string, unknown>, key: string, value: unknown) => unknown {
  const ancestors: object[] = [];
  // `toJSON()` may answer with a new object each time, so that only its owner shows the cycle.
  const owners: unknown[] = [];

  return function (key, value) {
    if (typeof value === 'bigint') {
      return value.toString();
    }
    if (typeof value !== 'object' || value === null) {
      return value;
    }
    while (ancestors.length > 0 && ancestors.at(-1) !== this) {
      ancestors.pop();
      owners.pop();
    }
    const owner = this[key];
    if (ancestors.includes(value) || owners.includes(owner)) {
      return '[Circular]';
    }
    ancestors.push(value);
    owners.push(owner);
    return value;
  };
}
