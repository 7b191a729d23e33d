import { ValueMap } from '../discovery/index.js';
import { isPoisonedPath } from '../limits/poisoned-key.js';
import type { InputPlan } from '../schema/index.js';
import type { BoundArguments } from './interfaces/bound-arguments.interface.js';

/** A query parser would make an object of the key that must not be made. The message is for the caller. */
export class PoisonedKeyError extends Error {
  override readonly name = 'PoisonedKeyError';

  constructor(key: string) {
    super(`${key}: an argument must not have a property of this name`);
  }
}

type Arguments = Readonly<Record<string, unknown>>;

/** Writes a call's arguments where the plan says they travel in the HTTP request. */
export class ArgumentBinder {
  private readonly boundNames: ReadonlySet<string>;
  private readonly takesObjectBody: boolean;

  constructor(private readonly plan: InputPlan) {
    this.boundNames = new Set(plan.bindings.map(({ argument }) => argument));
    this.takesObjectBody =
      plan.rest === 'body' ||
      plan.bindings.some(({ source, target }) => source === 'body' && target !== undefined);
  }

  /** @throws PoisonedKeyError for the key of a query value */
  bind(args: Arguments): BoundArguments {
    const path = new ValueMap<string>();
    const headers = new ValueMap<string>();
    const query = new QueryWriter();
    let wholeBody: unknown;
    const body: Record<string, unknown> | undefined = this.takesObjectBody ? {} : undefined;
    for (const { argument, source, target } of this.plan.bindings) {
      const value = Object.hasOwn(args, argument) ? args[argument] : undefined;
      if (value === undefined) {
        continue;
      }
      if (source === 'body') {
        if (target === undefined) {
          wholeBody = value;
        } else {
          body![target] = value;
        }
      } else if (value === null) {
        // HTTP has no null in these places: it is the same as leaving the value out.
        continue;
      } else if (source === 'query') {
        query.write(target ?? argument, value);
      } else if (source === 'path') {
        path[target ?? argument] = toText(value);
      } else {
        // As parsers of HTTP read it.
        headers[target ?? argument] = toText(value).replace(/^[ \t]+|[ \t]+$/g, '');
      }
    }
    if (this.plan.rest) {
      this.bindRest(args, body, query);
    }
    return {
      path,
      query: query.values,
      queryString: query.text,
      hasBracketKeys: query.hasBracketKeys,
      headers,
      body: wholeBody === undefined ? body : wholeBody,
    };
  }

  private bindRest(args: Arguments, body: Record<string, unknown> | undefined, query: QueryWriter): void {
    for (const name of Object.keys(args)) {
      // An own `__proto__` key, as JSON.parse makes it, would become the prototype of what it is written to.
      if (this.boundNames.has(name) || name === '__proto__') {
        continue;
      }
      const value = args[name];
      if (this.plan.rest === 'body') {
        body![name] = value;
      } else if (value !== null && value !== undefined) {
        query.write(name, value);
      }
    }
  }
}

/** Collects query values as a parsed object and as text, so that both say the same. */
class QueryWriter {
  readonly values = new ValueMap<string | string[]>();
  text = '';
  hasBracketKeys = false;

  write(name: string, value: unknown): void {
    const key = wellFormed(name);
    if (Array.isArray(value)) {
      const items = value.map(toText);
      this.values[key] = items;
      for (const item of items) {
        this.append(key, item);
      }
    } else if (typeof value === 'object' && value !== null) {
      for (const [inner, part] of Object.entries(value)) {
        if (part !== null && part !== undefined) {
          this.write(`${key}[${inner}]`, part);
        }
      }
    } else {
      const text = toText(value);
      this.values[key] = text;
      this.append(key, text);
    }
  }

  private append(key: string, value: string): void {
    const hasBrackets = key.includes('[');
    if ((hasBrackets || key.includes('.')) && isPoisonedPath(key)) {
      throw new PoisonedKeyError(key);
    }
    this.hasBracketKeys ||= hasBrackets;
    this.text += `${this.text ? '&' : ''}${encodeURIComponent(key)}=${encodeURIComponent(value)}`;
  }
}

/** The text by which HTTP would carry a value. */
function toText(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return wellFormed(value);
    case 'number':
    case 'boolean':
    case 'bigint':
      return String(value);
    default:
      return value === null || value === undefined ? '' : JSON.stringify(value);
  }
}

/** No URL can carry half a surrogate pair: UTF-8 has none. */
function wellFormed(text: string): string {
  return text.isWellFormed() ? text : text.toWellFormed();
}
