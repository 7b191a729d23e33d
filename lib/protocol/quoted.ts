const LONGEST_QUOTE = 100;

/** A client's value for an error message: quoted, and short however long the value is. */
export function quoted(value: string): string {
  return value.length > LONGEST_QUOTE ? `'${value.slice(0, LONGEST_QUOTE)}...'` : `'${value}'`;
}
