import type { ResolvedMcpOptions } from '../mcp.options.js';
import type { Tool } from './tool.interface.js';

type Filters = Pick<ResolvedMcpOptions, 'includeTags' | 'excludeTags' | 'includeTools' | 'excludeTools'>;

/**
 * Keeps the tools that the options let through. A tool that is not kept can be neither listed nor called.
 *
 * @throws Error when `includeTools` or `excludeTools` names a tool that does not exist
 */
export function filterTools(tools: readonly Tool[], options: Filters): Tool[] {
  const names = new Set(tools.map(({ definition }) => definition.name));
  assertKnown('includeTools', options.includeTools, names);
  assertKnown('excludeTools', options.excludeTools, names);
  const { includeTags, excludeTags, includeTools, excludeTools } = options;
  return tools.filter(({ definition: { name }, tags }) => {
    const hasTag = (wanted: readonly string[]) => tags.some((tag) => wanted.includes(tag));
    return (
      (!includeTools || includeTools.includes(name)) &&
      (!includeTags || hasTag(includeTags)) &&
      !excludeTools?.includes(name) &&
      !(excludeTags && hasTag(excludeTags))
    );
  });
}

function assertKnown(
  option: string,
  wanted: readonly string[] | undefined,
  names: ReadonlySet<string>,
): void {
  const unknown = wanted?.filter((name) => !names.has(name)) ?? [];
  if (unknown.length > 0) {
    throw new Error(
      `McpModule: "${option}" names ${unknown.map((name) => `"${name}"`).join(', ')}, but there is no such tool. ` +
        `The tools are: ${[...names].join(', ') || 'none'}.`,
    );
  }
}
