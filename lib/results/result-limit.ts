import type { McpContentBlock, McpResourceContents } from './interfaces/index.js';

type Item = McpContentBlock | McpResourceContents;

/** A character of a string is never more than that in UTF-8. */
const MOST_BYTES_OF_CHARACTER = 3;

/**
 * What the caller is told of a result that is larger than `limits.resultBytes`; undefined when it is not.
 *
 * @param data JSON text that is sent beside the items; counted only when it is not the text of the first one
 */
export function resultSizeProblem(items: readonly Item[], limit: number, data?: string): string | undefined {
  const isCounted = data !== undefined && data !== firstText(items);
  let length = isCounted ? data.length : 0;
  for (const item of items) {
    length += textOf(item).length;
  }
  if (length * MOST_BYTES_OF_CHARACTER <= limit) {
    return undefined;
  }
  let bytes = isCounted ? Buffer.byteLength(data) : 0;
  for (const item of items) {
    bytes += Buffer.byteLength(textOf(item));
  }
  return bytes > limit
    ? `The result has ${bytes} bytes of text, more than the ${limit} that this server sends (limits.resultBytes). ` +
        'Ask for less, by arguments for paging or filtering; where there are none, the handler has to return less.'
    : undefined;
}

function firstText([item]: readonly Item[]): string | undefined {
  return item && textOf(item);
}

/** Files are none: they have a limit of their own. */
function textOf(item: Item): string {
  if ('text' in item) {
    return item.text;
  }
  if ('resource' in item) {
    return textOf(item.resource);
  }
  return 'name' in item ? item.name + item.uri + (item.title ?? '') + (item.description ?? '') : '';
}
