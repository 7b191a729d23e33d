import type { ParityDifference } from './interfaces/parity.interface.js';

/** Where two values differ, down to the property; empty when they are the same. Keys in another order do not count. */
export function valueDifferences(at: string, http: unknown, tool: unknown): ParityDifference[] {
  if (Object.is(http, tool)) {
    return [];
  }
  if (Buffer.isBuffer(http) && Buffer.isBuffer(tool)) {
    return http.equals(tool) ? [] : [{ at, http, tool }];
  }
  if (Array.isArray(http) && Array.isArray(tool)) {
    const length = Math.max(http.length, tool.length);
    return Array.from({ length }).flatMap((_, index) =>
      valueDifferences(`${at}[${index}]`, http[index], tool[index]),
    );
  }
  if (isRecord(http) && isRecord(tool)) {
    const keys = new Set([...Object.keys(http), ...Object.keys(tool)]);
    return [...keys].flatMap((key) => valueDifferences(`${at}.${key}`, http[key], tool[key]));
  }
  return [{ at, http, tool }];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !Buffer.isBuffer(value);
}
