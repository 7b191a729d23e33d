import { createHash } from 'node:crypto';
import type { Tool } from '../discovery/index.js';
import { SerializedResult } from '../protocol/index.js';
import type { Era } from '../protocol/index.js';
import type { CacheHints } from './cache-hints.js';
import { unknownCursor } from './cursor.js';

/** How a list is asked for. */
export interface ListRequest {
  readonly cursor: unknown;
  readonly era: Era;
  readonly principal: string;
  readonly withOutputSchemas: boolean;
}

interface SerializedTool {
  readonly full: string;
  readonly withoutOutputSchema: string;
}

/** Lists of those tools that one caller is shown. Each tool is serialized once. */
export class VisibleTools {
  private readonly serialized = new WeakMap<Tool, SerializedTool>();
  private readonly hints: string;

  constructor(
    private readonly pageSize: number,
    hints: CacheHints,
  ) {
    this.hints = JSON.stringify(hints).slice(1, -1);
  }

  /**
   * @param tools all that the caller is shown
   * @throws ProtocolError -32602 for a cursor of another caller, or none
   */
  page(tools: readonly Tool[], request: ListRequest): SerializedResult {
    const caller = digest(request.principal);
    const start = request.cursor === undefined ? 0 : startOf(tools, request.cursor, caller);
    const shown = tools.slice(start, start + this.pageSize);
    const texts = shown.map((tool) => {
      const { full, withoutOutputSchema } = this.serialize(tool);
      return request.withOutputSchemas ? full : withoutOutputSchema;
    });
    const isLast = start + this.pageSize >= tools.length;
    const next = isLast ? '' : `,"nextCursor":"${cursorAfter(shown.at(-1)!, caller)}"`;
    const list = `"tools":[${texts.join(',')}]${next}`;
    return new SerializedResult(
      request.era === 'modern' ? `{"resultType":"complete",${list},${this.hints}}` : `{${list}}`,
    );
  }

  private serialize(tool: Tool): SerializedTool {
    let serialized = this.serialized.get(tool);
    if (!serialized) {
      serialized = {
        full: JSON.stringify(tool.definition),
        withoutOutputSchema: JSON.stringify({ ...tool.definition, outputSchema: undefined }),
      };
      this.serialized.set(tool, serialized);
    }
    return serialized;
  }
}

/**
 * Names the tool where the next page goes on: what other callers see does not move it. It is of use to nobody else, and
 * says nothing about tools that are not shown.
 */
function cursorAfter({ definition }: Tool, caller: string): string {
  return Buffer.from(`${caller}:${definition.name}`).toString('base64url');
}

function digest(principal: string): string {
  return createHash('sha256').update(principal).digest('base64url').slice(0, 16);
}

function startOf(tools: readonly Tool[], cursor: unknown, caller: string): number {
  const index = tools.findIndex((tool) => cursorAfter(tool, caller) === cursor);
  if (index === -1) {
    throw unknownCursor();
  }
  return index + 1;
}
