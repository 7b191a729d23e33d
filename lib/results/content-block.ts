import type { McpContentBlock, McpResourceContents } from './interfaces/index.js';

type Check = (value: unknown) => boolean;
type Fields = Readonly<Record<string, Check>>;

const string: Check = (value) => typeof value === 'string';
const number: Check = (value) => typeof value === 'number';
const array: Check = (value) => Array.isArray(value);
const object: Check = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);

const annotations: Check = optional(
  (value) =>
    object(value) &&
    fieldsMatch(value as object, {
      audience: optional(
        (roles) => Array.isArray(roles) && roles.every((role) => role === 'user' || role === 'assistant'),
      ),
      priority: optional((priority) => typeof priority === 'number' && priority >= 0 && priority <= 1),
      lastModified: optional(string),
    }),
);
const common: Fields = { type: string, annotations, _meta: optional(object) };
const media: Fields = { ...common, data: string, mimeType: string };

const RESOURCE: Fields = {
  uri: string,
  mimeType: optional(string),
  text: optional(string),
  blob: optional(string),
  annotations,
  _meta: optional(object),
};

const BLOCKS: Readonly<Record<string, Fields>> = {
  text: { ...common, text: string },
  image: media,
  audio: media,
  resource: { ...common, resource: isResourceContents },
  resource_link: {
    ...common,
    name: string,
    uri: string,
    title: optional(string),
    description: optional(string),
    mimeType: optional(string),
    size: optional(number),
    icons: optional(array),
  },
};

/** Whether a value is an MCP content block; keys that the specification does not name are allowed. */
export function isContentBlock(value: unknown): value is McpContentBlock {
  const fields = blockFields(value);
  return fields !== undefined && fieldsMatch(value as object, fields);
}

/** Whether a value is an MCP content block and nothing else, so that it can not be data that happens to look alike. */
export function isPureContentBlock(value: unknown): value is McpContentBlock {
  if (!isContentBlock(value)) {
    return false;
  }
  const fields = blockFields(value) as Fields;
  return hasOnly(value, fields) && (value.type !== 'resource' || hasOnly(value.resource, RESOURCE));
}

/** Whether a value is the contents of a resource: text, or a blob. */
export function isResourceContents(value: unknown): value is McpResourceContents {
  if (!object(value) || !fieldsMatch(value as object, RESOURCE)) {
    return false;
  }
  const { text, blob } = value as { text?: string; blob?: string };
  return (text === undefined) !== (blob === undefined);
}

/** As `isResourceContents()`, with no other key: not data that happens to look alike. */
export function isPureResourceContents(value: unknown): value is McpResourceContents {
  return isResourceContents(value) && hasOnly(value, RESOURCE);
}

function blockFields(value: unknown): Fields | undefined {
  const type = object(value) ? (value as { type?: unknown }).type : undefined;
  return typeof type === 'string' && Object.hasOwn(BLOCKS, type) ? BLOCKS[type] : undefined;
}

function fieldsMatch(value: object, fields: Fields): boolean {
  const record = value as Record<string, unknown>;
  return Object.entries(fields).every(([name, check]) => check(record[name]));
}

function hasOnly(value: object, fields: Fields): boolean {
  return Object.keys(value).every((key) => Object.hasOwn(fields, key));
}
