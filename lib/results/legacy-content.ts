import type { McpContentBlock, McpResourceLinkContent } from './interfaces/index.js';

/** Content for clients of version 2025-03-26, which has no resource links. */
export function withoutResourceLinks(content: readonly McpContentBlock[]): McpContentBlock[] {
  return content.map((block) =>
    block.type === 'resource_link' ? { type: 'text', text: linkText(block) } : block,
  );
}

function linkText(link: McpResourceLinkContent): string {
  const line = `${link.title ?? link.name}: ${link.uri}`;
  return link.description === undefined ? line : `${line}\n${link.description}`;
}
