import type { McpAgentCardOptions } from '../interfaces/index.js';

const TEXTS: readonly string[] = ['url', 'description', 'documentationUrl', 'iconUrl'];
const INTERFACE_KEYS = ['url', 'protocolBinding', 'protocolVersion'] as const;
const PROVIDER_KEYS = ['organization', 'url'] as const;

/** What is wrong with the option `agentCard`; undefined when nothing is. */
export function agentCardProblem(value: unknown): string | undefined {
  if (typeof value === 'boolean') {
    return undefined;
  }
  if (!isRecord(value)) {
    return "must be true, false or an object, such as { url: 'https://api.example.com/mcp' }";
  }
  const { interfaces, provider, ...texts } = value;
  for (const [name, text] of Object.entries(texts)) {
    if (!TEXTS.includes(name)) {
      return `has the key "${name}", but takes only ${[...TEXTS, 'interfaces', 'provider'].join(', ')}`;
    }
    if (text !== undefined && (typeof text !== 'string' || text === '')) {
      return `must have a non-empty string as "${name}"`;
    }
  }
  if (
    interfaces !== undefined &&
    !(Array.isArray(interfaces) && interfaces.every(hasTexts(INTERFACE_KEYS)))
  ) {
    return 'must have an array of { url, protocolBinding, protocolVersion } as "interfaces"';
  }
  return provider === undefined || hasTexts(PROVIDER_KEYS)(provider)
    ? undefined
    : 'must have { organization, url } as "provider"';
}

export function agentCardOptions(value: boolean | McpAgentCardOptions): McpAgentCardOptions | undefined {
  return value === true ? {} : value || undefined;
}

function hasTexts(keys: readonly string[]): (value: unknown) => boolean {
  return (value) =>
    isRecord(value) && keys.every((key) => typeof value[key] === 'string' && value[key] !== '');
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
