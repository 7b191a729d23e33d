import type { Tool } from './tool.interface.js';

/** What the server offers. Made at boot, and never changed. */
export class Catalog {
  /** In the order of listing. */
  readonly tools: readonly Tool[];

  private readonly toolsByName: ReadonlyMap<string, Tool>;

  /** @throws Error that names both places when two tools have one name */
  constructor(tools: readonly Tool[]) {
    const byName = new Map<string, Tool>();
    for (const tool of tools) {
      const { name } = tool.definition;
      const other = byName.get(name);
      if (other) {
        throw new Error(
          `Two tools are named "${name}": ${other.label} (${other.moduleName}) and ${tool.label} (${tool.moduleName}). ` +
            'Give one of them another @McpTool({ name }).',
        );
      }
      byName.set(name, tool);
    }
    this.tools = Object.freeze([...tools]);
    this.toolsByName = byName;
  }

  getTool(name: string): Tool | undefined {
    return this.toolsByName.get(name);
  }
}
