import { inspect, types } from 'node:util';

/** How far a chain of causes, and a list of errors, is followed. */
const MOST_CAUSES = 5;
/** An error may quote a whole response. */
const LONGEST = 16_000;

/** What the log says of something that was thrown: its stack, and those of its causes. Never throws. */
export function describeError(error: unknown): string {
  return describe(error, 0).slice(0, LONGEST);
}

function describe(error: unknown, depth: number): string {
  try {
    if (!types.isNativeError(error) && !(error instanceof Error)) {
      // Not `String()`: an object may have no `toString()`, or one that throws.
      return typeof error === 'string'
        ? error
        : inspect(error, { customInspect: false, depth: 2, maxStringLength: 1_000, maxArrayLength: 20 });
    }
    const lines = [textOf(error)];
    if (depth < MOST_CAUSES) {
      const errors: unknown = (error as { errors?: unknown }).errors;
      const parts = Array.isArray(errors) ? errors.slice(0, MOST_CAUSES) : [];
      parts.forEach((part) => lines.push(`[part]: ${describe(part, depth + 1)}`));
      if (error.cause !== undefined) {
        lines.push(`[cause]: ${describe(error.cause, depth + 1)}`);
      }
    }
    return lines.join('\n');
  } catch {
    return 'An exception that cannot be shown.';
  }
}

function textOf(error: Error): string {
  const stack = read(() => error.stack);
  return stack ?? `${read(() => error.name) ?? 'Error'}: ${read(() => error.message) ?? 'without a message'}`;
}

/** A property that may be a getter which throws. */
function read(get: () => unknown): string | undefined {
  try {
    const value = get();
    return typeof value === 'string' && value !== '' ? value : undefined;
  } catch {
    return undefined;
  }
}
