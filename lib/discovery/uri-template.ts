/** A place in a template where a value goes. */
interface Variable {
  readonly name: string;
  /** `{+name}`: the value may have slashes. */
  readonly isReserved: boolean;
}

/** What a template asks of a URI's query. */
interface QueryPart {
  readonly names: readonly string[];
  /** `{?query*}`: every key is a value. */
  readonly isOpen: boolean;
}

const EXPRESSION = /\{([^{}]*)\}/g;
const VARIABLE_NAME = /^[A-Za-z0-9_.]+$/;
const QUERY_AT_END = /\{([?&])([^{}]*)\}$/;
const DOT_SEGMENT = /(^|[/\\])\.{1,2}($|[/\\])/;

/**
 * A URI template (RFC 6570): `{name}` and `{+name}` anywhere, and `{?a,b}`, `{?query*}` or their continuations with `&`
 * at the end. Matching goes the other way than the RFC's expansion: from a URI to the values.
 */
export class UriTemplate {
  /** Names in order, without the one of `{?query*}`. */
  readonly variables: readonly string[];
  /** Whether every key of the query is a value: `{?query*}`. */
  readonly isQueryOpen: boolean;
  /** Characters that a URI must have as they are. */
  readonly literalLength: number;
  /** The variables whose values may have slashes. */
  readonly reserved: readonly string[];

  private readonly pathVariables: readonly Variable[];
  private readonly query: QueryPart | undefined;
  private readonly pattern: RegExp;

  /** @throws Error that says what is not understood */
  constructor(readonly source: string) {
    const tail = QUERY_AT_END.exec(source);
    const head = tail ? source.slice(0, tail.index) : source;
    this.query = tail ? parseQuery(tail[2]!, source) : undefined;
    this.pathVariables = Array.from(head.matchAll(EXPRESSION), ([text, inside]) =>
      parseVariable(inside!, text, source),
    );
    const literals = head.split(/\{[^{}]*\}/);
    if (literals.some((literal) => /[{}]/.test(literal))) {
      throw new Error(`"${source}" has a brace without its counterpart`);
    }
    const start = literals
      .map((literal, index) => escape(literal) + capture(this.pathVariables[index]))
      .join('');
    this.pattern = new RegExp(`^${start}${tail ? `(?:\\${tail[1]!}([^#]*))?` : ''}$`);
    this.variables = [...this.pathVariables.map(({ name }) => name), ...(this.query?.names ?? [])];
    this.isQueryOpen = this.query?.isOpen ?? false;
    this.literalLength = literals.join('').length;
    this.reserved = this.pathVariables.filter(({ isReserved }) => isReserved).map(({ name }) => name);
    assertUnique(this.variables, source);
  }

  /** The values in a URI; undefined when the template does not stand for it. */
  match(uri: string): Record<string, string | string[]> | undefined {
    const found = this.pattern.exec(uri);
    if (!found) {
      return undefined;
    }
    const values: Record<string, string | string[]> = {};
    for (const [index, { name, isReserved }] of this.pathVariables.entries()) {
      const value = decodePathValue(found[index + 1]!, isReserved);
      if (value === undefined) {
        return undefined;
      }
      values[name] = value;
    }
    const query = this.query && found[this.pathVariables.length + 1];
    return query && !this.readQuery(query, values) ? undefined : values;
  }

  /** @returns false when the query has a key that the template does not name, or is badly encoded */
  private readQuery(query: string, values: Record<string, string | string[]>): boolean {
    for (const pair of query.split('&').filter((text) => text !== '')) {
      const separator = pair.indexOf('=');
      const key = decode(separator < 0 ? pair : pair.slice(0, separator));
      const value = decode(separator < 0 ? '' : pair.slice(separator + 1));
      const isPathVariable = this.pathVariables.some(({ name }) => name === key);
      if (key === undefined || value === undefined || key === '__proto__' || isPathVariable) {
        return false;
      }
      if (!this.isQueryOpen && !this.query!.names.includes(key)) {
        return false;
      }
      const earlier = Object.hasOwn(values, key) ? values[key]! : undefined;
      values[key] = earlier === undefined ? value : [...[earlier].flat(), value];
    }
    return true;
  }
}

/** Orders templates by how much of a URI they say themselves. Equal ones stay in the order of listing. */
export function bySpecificity(left: UriTemplate, right: UriTemplate): number {
  return (
    right.literalLength - left.literalLength ||
    left.reserved.length - right.reserved.length ||
    left.variables.length - right.variables.length ||
    Number(left.isQueryOpen) - Number(right.isQueryOpen)
  );
}

function parseVariable(inside: string, text: string, source: string): Variable {
  const isReserved = inside.startsWith('+');
  const name = isReserved ? inside.slice(1) : inside;
  if (!VARIABLE_NAME.test(name)) {
    throw unsupported(text, source);
  }
  return { name, isReserved };
}

function parseQuery(inside: string, source: string): QueryPart {
  const specifiers = inside.split(',');
  const isOpen = specifiers.some((specifier) => specifier.endsWith('*'));
  const names = specifiers.filter((specifier) => !specifier.endsWith('*'));
  const all = specifiers.map((specifier) => specifier.replace(/\*$/, ''));
  if (!all.every((name) => VARIABLE_NAME.test(name))) {
    throw unsupported(`{?${inside}}`, source);
  }
  return { names, isOpen };
}

function unsupported(text: string, source: string): Error {
  return new Error(
    `"${source}" has the expression ${text}; understood are {name}, {+name} and, at the end, {?a,b} and {?query*}`,
  );
}

function assertUnique(names: readonly string[], source: string): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) {
    throw new Error(`"${source}" has the variable "${twice}" twice`);
  }
}

/** Undefined for what could lead out of the place that the template speaks of. */
function decodePathValue(text: string, isReserved: boolean): string | undefined {
  const value = decode(text);
  const isSafe = value !== undefined && !DOT_SEGMENT.test(value) && (isReserved || !/[/\\]/.test(value));
  return isSafe ? value : undefined;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function capture(variable: Variable | undefined): string {
  return variable ? (variable.isReserved ? '([^?#]+)' : '([^/?#]+)') : '';
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
}
