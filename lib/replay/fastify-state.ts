/** What Fastify keeps on an instance under one of its symbols, none of which it exports. */
export function fastifyState(instance: object, description: string): unknown {
  for (let owner: object | null = instance; owner; owner = Object.getPrototypeOf(owner) as object | null) {
    const key = Object.getOwnPropertySymbols(owner).find((symbol) => symbol.description === description);
    if (key) {
      return (owner as Record<symbol, unknown>)[key];
    }
  }
  return undefined;
}
