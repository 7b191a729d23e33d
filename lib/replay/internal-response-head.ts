import type { OutgoingHttpHeader } from 'node:http';
import { Stream } from 'node:stream';

export type HeaderValue = number | string | readonly string[];

/** Status and headers of an internal response, with what Node's `ServerResponse` offers for them. */
export class InternalResponseHead extends Stream {
  declare statusCode: number;
  declare statusMessage: string;
  declare headersSent: boolean;
  /** By names in lower case. */
  declare protected headerValues: Record<string, HeaderValue>;

  setHeader(name: string, value: HeaderValue): this {
    this.headerValues[name.toLowerCase()] = value;
    return this;
  }

  setHeaders(headers: Headers | Map<string, HeaderValue>): this {
    headers.forEach((value, name) => this.setHeader(name, value));
    return this;
  }

  appendHeader(name: string, value: string | readonly string[]): this {
    const current = this.getHeader(name);
    const values = current === undefined ? [value] : [current, value];
    return this.setHeader(name, values.flat().map(String));
  }

  getHeader(name: string): HeaderValue | undefined {
    const key = name.toLowerCase();
    return Object.hasOwn(this.headerValues, key) ? this.headerValues[key] : undefined;
  }

  getHeaders(): Record<string, HeaderValue> {
    return { ...this.headerValues };
  }

  getHeaderNames(): string[] {
    return Object.keys(this.headerValues);
  }

  getRawHeaderNames(): string[] {
    return this.getHeaderNames();
  }

  hasHeader(name: string): boolean {
    return Object.hasOwn(this.headerValues, name.toLowerCase());
  }

  removeHeader(name: string): void {
    delete this.headerValues[name.toLowerCase()];
  }

  writeHead(
    statusCode: number,
    reasonOrHeaders?: string | Record<string, OutgoingHttpHeader> | readonly unknown[],
    headers?: Record<string, OutgoingHttpHeader> | readonly unknown[],
  ): this {
    this.statusCode = statusCode;
    if (typeof reasonOrHeaders === 'string') {
      this.statusMessage = reasonOrHeaders;
    } else {
      headers = reasonOrHeaders;
    }
    for (const [name, value] of headerEntries(headers)) {
      if (value !== undefined) {
        this.setHeader(name, value);
      }
    }
    this.headersSent = true;
    return this;
  }

  flushHeaders(): void {
    this.headersSent = true;
  }
}

function headerEntries(headers: unknown): [string, HeaderValue | undefined][] {
  if (Array.isArray(headers)) {
    const flat = headers.flat() as (string | HeaderValue)[];
    return flat.flatMap((value, index) =>
      index % 2 === 0 ? [[String(value), flat[index + 1]] as [string, HeaderValue | undefined]] : [],
    );
  }
  return Object.entries((headers ?? {}) as Record<string, HeaderValue | undefined>);
}
