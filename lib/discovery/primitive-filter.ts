import { Logger } from '@nestjs/common';
import type { ResolvedMcpOptions } from '../mcp-options.defaults.js';
import type { ToolIdentity } from './tool-identity.js';

type TagFilters = Pick<ResolvedMcpOptions, 'includeTags' | 'excludeTags'>;
type NameFilters = Pick<ResolvedMcpOptions, 'includeTools' | 'excludeTools'>;

/** What carries tags: a tool, prompt or resource. */
interface Tagged {
  readonly tags: readonly string[];
}

/**
 * Keeps what the options let through. What is not kept can be neither listed nor called.
 *
 * @throws Error when an option names a tool that does not exist
 */
export function filterTools(
  tools: readonly ToolIdentity[],
  options: TagFilters & NameFilters,
): ToolIdentity[] {
  const { includeTools, excludeTools } = options;
  const names = new Set(tools.map(({ name }) => name));
  const unknownNames = describeUnknown('tool', names, { includeTools, excludeTools });
  if (unknownNames) {
    throw new Error(unknownNames);
  }
  return filterByTags(tools, options).filter(
    ({ name }) => (!includeTools || includeTools.includes(name)) && !excludeTools?.includes(name),
  );
}

export function filterByTags<T extends Tagged>(items: readonly T[], options: TagFilters): T[] {
  const { includeTags, excludeTags } = options;
  return items.filter((item) => {
    const hasTag = (wanted: readonly string[]) => item.tags.some((tag) => wanted.includes(tag));
    return (!includeTags || hasTag(includeTags)) && !(excludeTags && hasTag(excludeTags));
  });
}

/** One configuration may serve several applications, not all of which use every tag. */
export function warnOfUnknownTags(items: readonly Tagged[], { includeTags, excludeTags }: TagFilters): void {
  const tags = new Set(items.flatMap((item) => item.tags));
  const unknownTags = describeUnknown('tag', tags, { includeTags, excludeTags });
  if (unknownTags) {
    new Logger('McpModule').warn(unknownTags);
  }
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
