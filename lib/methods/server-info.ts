import type { Catalog, Prompt } from '../discovery/index.js';
import type { ResolvedMcpOptions } from '../mcp-options.defaults.js';
import type { ListKind } from '../subscriptions/index.js';
import type { Capabilities } from './change-capabilities.js';

/** Who this server says it is, in `initialize` and `server/discover`. */
export interface ServerInfo {
  readonly name: string;
  readonly version: string;
  readonly title?: string;
}

export function serverInfo({ name, version, title }: ResolvedMcpOptions): ServerInfo {
  return { name, version, title };
}

/**
 * What this server can do: what is not in here has no methods.
 *
 * @param everOffered lists that stay when they have become empty
 */
export function capabilitiesOf(
  catalog: Catalog,
  everOffered: ReadonlySet<ListKind> = new Set(),
): Capabilities {
  const { prompts, resources, resourceTemplates } = catalog;
  const hasArguments = resourceTemplates.length > 0 || prompts.some(takesArguments);
  return {
    tools: {},
    ...((prompts.length > 0 || everOffered.has('prompts')) && { prompts: {} }),
    ...((resources.length > 0 || resourceTemplates.length > 0 || everOffered.has('resources')) && {
      resources: {},
    }),
    ...(hasArguments && { completions: {} }),
  };
}

function takesArguments({ definition, input }: Prompt): boolean {
  return definition.arguments !== undefined || input.rest !== undefined;
}
