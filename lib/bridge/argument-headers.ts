import { encodeHeaderValue, isJsonObject, PARAMETER_HEADER_PREFIX } from '../protocol/index.js';
import type { JsonObject } from '../protocol/index.js';

interface MirroredArgument {
  readonly header: string;
  readonly path: readonly string[];
}

const NONE: readonly MirroredArgument[] = [];
/** Schemas are the server's, and may be nested without end. */
const DEEPEST = 16;

/**
 * The arguments that tools want to have in `Mcp-Param-*` headers, too, as `tools/list` has them. Clients that know no
 * headers do not send them.
 */
export class ArgumentHeaders {
  private readonly tools = new Map<string, readonly MirroredArgument[]>();

  /** Whether something is known of a tool. */
  knows(name: unknown): boolean {
    return this.tools.has(name as string);
  }

  /** @param result of `tools/list` */
  learn(result: unknown): void {
    const tools = isJsonObject(result) ? result['tools'] : undefined;
    for (const tool of Array.isArray(tools) ? (tools as unknown[]) : []) {
      if (isJsonObject(tool) && typeof tool['name'] === 'string') {
        this.tools.set(tool['name'], mirroredArguments(tool['inputSchema'], [], 0));
      }
    }
  }

  forget(): void {
    this.tools.clear();
  }

  /** @param params of `tools/call` */
  headersFor(params: JsonObject): Record<string, string> {
    const headers: Record<string, string> = {};
    for (const { header, path } of this.tools.get(params['name'] as string) ?? NONE) {
      const value = path.reduce<unknown>(
        (part, key) => (isJsonObject(part) && Object.hasOwn(part, key) ? part[key] : undefined),
        params['arguments'],
      );
      if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
        headers[PARAMETER_HEADER_PREFIX + header.toLowerCase()] = encodeHeaderValue(String(value));
      }
    }
    return headers;
  }
}

function mirroredArguments(schema: unknown, path: readonly string[], depth: number): MirroredArgument[] {
  const properties = isJsonObject(schema) ? schema['properties'] : undefined;
  if (!isJsonObject(properties) || depth === DEEPEST) {
    return [];
  }
  return Object.entries(properties).flatMap(([name, property]) => {
    const own = [...path, name];
    const header = isJsonObject(property) ? property['x-mcp-header'] : undefined;
    return [
      ...(typeof header === 'string' && /^[\w!#$%&'*+.^`|~-]+$/.test(header) ? [{ header, path: own }] : []),
      ...mirroredArguments(property, own, depth + 1),
    ];
  });
}
