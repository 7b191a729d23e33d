import type { CapturedResponse } from '../replay/interfaces/captured-response.interface.js';
import type { ResultDraft, ToolResultOptions } from './interfaces/index.js';
import { jsonText } from './json-text.js';
import { isJsonType, parseMediaType } from './media-type.js';
import { responseHeader } from './response-header.js';
import { statusLine } from './status-line.js';
import { knowsStructuredContent } from './structured-content.js';

/** Converts a JSON value: what most handlers return. */
export function draftJson({ status, body }: CapturedResponse, options: ToolResultOptions): ResultDraft {
  const json = typeof body === 'bigint' ? String(body) : jsonText(body);
  if (json === undefined) {
    return draftText(status, statusLine(status));
  }
  return { ...draftText(status, json, isDataExpected(status, options) ? json : undefined), json };
}

/** Converts a body that is text already. */
export function draftString(
  response: CapturedResponse,
  text: string,
  options: ToolResultOptions,
): ResultDraft {
  const { status } = response;
  if (text === '') {
    return draftText(status, statusLine(status));
  }
  return draftText(status, text, isDataExpected(status, options) ? dataOf(text, response) : undefined);
}

export function draftText(status: number, text: string, data?: string): ResultDraft {
  return { status, content: [{ type: 'text', text }], data, isError: status >= 400 };
}

function isDataExpected(status: number, options: ToolResultOptions): boolean {
  return options.hasOutputSchema && status < 300 && knowsStructuredContent(options.version);
}

function dataOf(text: string, response: CapturedResponse): string {
  const type = parseMediaType(responseHeader(response, 'content-type'));
  const value = type !== undefined && isJsonType(type.essence) ? parseJson(text) : text;
  return JSON.stringify(value);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
