import { Logger } from '@nestjs/common';
import type { ResolvedMcpOptions } from '../mcp.options.js';
import type { ToolIdentity } from './tool-identity.js';

type Filters = Pick<ResolvedMcpOptions, 'includeTags' | 'excludeTags' | 'includeTools' | 'excludeTools'>;

/**
 * Keeps the tools that the options let through. One that is not kept can be neither listed nor called.
 *
 * @throws Error when an option names a tool that does not exist
 */
export function filterTools(tools: readonly ToolIdentity[], options: Filters): ToolIdentity[] {
  const { includeTags, excludeTags, includeTools, excludeTools } = options;
  const names = new Set(tools.map(({ name }) => name));
  const tags = new Set(tools.flatMap((tool) => tool.tags));
  const unknownNames = describeUnknown('tool', names, { includeTools, excludeTools });
  if (unknownNames) {
    throw new Error(unknownNames);
  }
  const unknownTags = describeUnknown('tag', tags, { includeTags, excludeTags });
  if (unknownTags) {
    // One configuration may serve several applications, not all of which use every tag.
    new Logger('McpModule').warn(unknownTags);
  }
  return tools.filter((tool) => {
    const hasTag = (wanted: readonly string[]) => tool.tags.some((tag) => wanted.includes(tag));
    return (
      (!includeTools || includeTools.includes(tool.name)) &&
      (!includeTags || hasTag(includeTags)) &&
      !excludeTools?.includes(tool.name) &&
      !(excludeTags && hasTag(excludeTags))
    );
  });
}

/** A misspelt name would hide nothing, or everything. */
function describeUnknown(
  kind: string,
  known: ReadonlySet<string>,
  options: Readonly<Record<string, readonly string[] | undefined>>,
): string | undefined {
  for (const [option, wanted = []] of Object.entries(options)) {
    const unknown = wanted.filter((name) => !known.has(name));
    if (unknown.length > 0) {
      return (
        `McpModule: "${option}" names ${unknown.map((name) => `"${name}"`).join(', ')}, but there is no such ${kind}. ` +
        `The ${kind}s are: ${[...known].join(', ') || 'none'}.`
      );
    }
  }
  return undefined;
}
