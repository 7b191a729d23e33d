import type { CapturedResponse } from '../replay/interfaces/captured-response.interface.js';
import { draftToolResult } from './draft-tool-result.js';
import { unserializableResult } from './failed-conversion.js';
import type { ResultDraft, ResultEnvelope, ToolResult, ToolResultOptions } from './interfaces/index.js';
import { jsonText } from './json-text.js';
import { withoutResourceLinks } from './legacy-content.js';
import { quotedJson } from './quoted-json.js';
import { resultSizeProblem } from './result-limit.js';
import { knowsStructuredContent, structuredText } from './structured-content.js';

/** `_meta` key of the route's HTTP status, when that is not 200. */
export const STATUS_META_KEY = 'nestjs-mcp/status';

/**
 * JSON text of the `tools/call` result for what a route answered. Never throws or rejects.
 * A promise only for streamed bodies.
 */
export function renderToolResult(
  response: CapturedResponse,
  options: ToolResultOptions,
): string | Promise<string> {
  try {
    const draft = draftToolResult(response, options);
    return draft instanceof Promise
      ? draft.then((settled) => renderKept(settled, options))
      : renderKept(draft, options);
  } catch (error) {
    return renderDraft(unserializableResult(error, options.request), options);
  }
}

/** The same as an object, for code that wants to look at it: `await toToolResult(...)`. */
export function toToolResult(
  response: CapturedResponse,
  options: ToolResultOptions,
): ToolResult | Promise<ToolResult> {
  const json = renderToolResult(response, options);
  return typeof json === 'string'
    ? (JSON.parse(json) as ToolResult)
    : json.then((text) => JSON.parse(text) as ToolResult);
}

/** JSON text of a `tools/call` result that did not come from a route, e.g. for arguments that do not fit. */
export function serializeToolResult(result: ToolResult, envelope: ResultEnvelope): string {
  try {
    const data = jsonText(result.structuredContent);
    return renderDraft(
      { status: 200, content: result.content, data, isError: result.isError, meta: result._meta },
      envelope,
    );
  } catch (error) {
    return renderDraft(unserializableResult(error, envelope.request), envelope);
  }
}

/** Renders a result as far as it keeps what its tool declares. Errors, and clients without schemas, are free of that. */
function renderKept(draft: ResultDraft, options: ToolResultOptions): string {
  const { contract, version, wrapsOutput, maxResultBytes = Infinity } = options;
  const problem = resultSizeProblem(draft.content, maxResultBytes, draft.data);
  if (problem !== undefined) {
    const content = [{ type: 'text' as const, text: problem }];
    return renderDraft({ status: draft.status, content, isError: true }, options);
  }
  const isBound = contract !== undefined && !draft.isError && knowsStructuredContent(version);
  return renderDraft(isBound ? contract.apply(draft) : draft, options, wrapsOutput);
}

/** Most results are one text. */
function contentText(content: ResultDraft['content'], json: string | undefined): string {
  const [block] = content;
  return content.length === 1 &&
    block?.type === 'text' &&
    typeof block.text === 'string' &&
    Object.keys(block).length === 2
    ? `[{"type":"text","text":${block.text === json ? quotedJson(json) : JSON.stringify(block.text)}}]`
    : jsonText(content)!;
}

/** Spliced by hand: the data was made JSON text for `content` already. */
function renderDraft(draft: ResultDraft, envelope: ResultEnvelope, wrapsOutput?: boolean): string {
  const { era, version } = envelope;
  const isKnown = knowsStructuredContent(version);
  const content = isKnown ? draft.content : withoutResourceLinks(draft.content);
  let json = era === 'modern' ? '{"resultType":"complete","content":' : '{"content":';
  json += contentText(content, draft.json);
  if (isKnown && draft.data !== undefined) {
    json += `,"structuredContent":${structuredText(draft.data, wrapsOutput)}`;
  }
  if (draft.isError) {
    json += ',"isError":true';
  }
  const meta = metaOf(draft, envelope);
  if (meta !== undefined) {
    json += `,"_meta":${jsonText(meta)}`;
  }
  return `${json}}`;
}

function metaOf(draft: ResultDraft, envelope: ResultEnvelope): ResultDraft['meta'] {
  const meta =
    draft.meta && envelope.meta ? { ...draft.meta, ...envelope.meta } : (draft.meta ?? envelope.meta);
  return draft.status === 200 ? meta : { ...meta, [STATUS_META_KEY]: draft.status };
}
