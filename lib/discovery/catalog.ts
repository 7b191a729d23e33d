import type { Tool } from './tool.interface.js';

/** What the server offers. Made at boot, and never changed. */
export class Catalog {
  /** In the order of listing. */
  readonly tools: readonly Tool[];

  private readonly toolsByName: ReadonlyMap<string, Tool>;

  constructor(tools: readonly Tool[]) {
    this.tools = Object.freeze([...tools]);
    this.toolsByName = new Map(tools.map((tool) => [tool.definition.name, tool]));
  }

  getTool(name: string): Tool | undefined {
    return this.toolsByName.get(name);
  }
}
