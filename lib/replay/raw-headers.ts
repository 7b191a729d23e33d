import type { IncomingHttpHeaders } from 'node:http';

interface WithHeaders {
  readonly headers: IncomingHttpHeaders;
}

/** Made of the headers when somebody asks: reading all of them may mean to serialize the body. */
export const RAW_HEADERS: PropertyDescriptor = {
  get(this: WithHeaders): string[] {
    return Object.entries(distinctHeaders(this.headers)).flatMap(([name, values]) =>
      values.flatMap((value) => [name, value]),
    );
  },
  set(this: object, value: unknown): void {
    Object.defineProperty(this, 'rawHeaders', { value, writable: true, enumerable: true });
  },
  enumerable: true,
  configurable: true,
};

/** As Node's `headersDistinct`. */
export const HEADERS_DISTINCT: PropertyDescriptor = {
  get(this: WithHeaders): Record<string, string[]> {
    return distinctHeaders(this.headers);
  },
  configurable: true,
};

function distinctHeaders(headers: IncomingHttpHeaders): Record<string, string[]> {
  const distinct: Record<string, string[]> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) {
      distinct[name] = [value].flat();
    }
  }
  return distinct;
}
