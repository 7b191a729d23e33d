const adapters = new WeakSet<object>();

/** Marks the HTTP adapter of an application that is served over standard input and output. */
export function markForStdio(adapter: object): void {
  adapters.add(adapter);
}

export function isForStdio(adapter: object): boolean {
  return adapters.has(adapter);
}
