/** As `encodeURIComponent()`, which throws for half a surrogate pair. */
export function percentEncode(text: string): string {
  return encodeURIComponent(text.isWellFormed() ? text : text.toWellFormed());
}
