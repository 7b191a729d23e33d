import type { JsonSchema } from '../interfaces/index.js';
import type { HeaderParameter } from './interfaces/input-plan.interface.js';
import { DATA_KEYWORDS, NAMED_SCHEMAS } from './schema-keywords.js';

const KEYWORD = 'x-mcp-header';
/** RFC 9110, section 5.6.2. */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const TYPES: ReadonlySet<unknown> = new Set(['string', 'integer', 'boolean']);

/**
 * The headers that mirror arguments, found by following `properties` from the root, as clients do.
 *
 * @throws Error when a header's name, type or place is not what the specification wants
 */
export function collectHeaderParameters(schema: JsonSchema, label: string): HeaderParameter[] {
  const found: HeaderParameter[] = [];
  const visit = (node: unknown, path: readonly string[], isReachable: boolean) => {
    if (typeof node !== 'object' || node === null) {
      return;
    }
    if (Array.isArray(node)) {
      node.forEach((entry) => visit(entry, path, false));
      return;
    }
    if (KEYWORD in node) {
      found.push(readHeaderParameter(node as JsonSchema, path, isReachable, label));
    }
    for (const [keyword, value] of Object.entries(node)) {
      if (NAMED_SCHEMAS.has(keyword) && typeof value === 'object' && value !== null) {
        const staysReachable = isReachable && keyword === 'properties';
        Object.entries(value as object).forEach(([name, child]) =>
          visit(child, [...path, name], staysReachable),
        );
      } else if (!DATA_KEYWORDS.has(keyword)) {
        visit(value, path, false);
      }
    }
  };
  visit(schema, [], true);
  assertUnique(found, label);
  return found;
}

function readHeaderParameter(
  schema: JsonSchema,
  path: readonly string[],
  isReachable: boolean,
  label: string,
): HeaderParameter {
  const header = schema[KEYWORD];
  const property = path.join('.') || 'the root';
  const fail = (reason: string): never => {
    throw new Error(`${label}: the header "${String(header)}" of ${property} ${reason}`);
  };
  if (!isReachable || path.length === 0) {
    fail(
      'must be on a property that is reached through properties alone, not in a list, a choice or a reference.',
    );
  }
  if (typeof header !== 'string' || !TOKEN.test(header)) {
    return fail("is no HTTP token: use letters, digits and hyphens, as in @McpHeader('Tenant-Id').");
  }
  if (!TYPES.has(schema.type)) {
    const type = schema.type === undefined ? 'of no single type' : `of type ${JSON.stringify(schema.type)}`;
    fail(
      `mirrors an argument ${type}: it must be a string, an integer or a boolean. Say which with @McpParam({ schema }).`,
    );
  }
  return { header, path, type: schema.type as HeaderParameter['type'] };
}

function assertUnique(found: readonly HeaderParameter[], label: string): void {
  const seen = new Map<string, HeaderParameter>();
  for (const parameter of found) {
    const key = parameter.header.toLowerCase();
    const other = seen.get(key);
    if (other) {
      throw new Error(
        `${label}: ${other.path.join('.')} and ${parameter.path.join('.')} both use the header "${parameter.header}" ` +
          '(upper and lower case are one). Give one of them another name.',
      );
    }
    seen.set(key, parameter);
  }
}
