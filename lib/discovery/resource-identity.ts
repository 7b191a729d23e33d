import type { McpResourceOptions } from '../interfaces/index.js';
import type { DecoratedMethod } from './decorated-method.js';
import { assertName, assertUnique } from './primitive-identity.js';
import type { PrimitiveIdentity } from './primitive-identity.js';
import { defaultName } from './tool-name.js';
import { UriTemplate } from './uri-template.js';

/** Where @nestjs/swagger's document is offered. */
export const OPENAPI_URI = 'nest://openapi';

const ABSOLUTE_URI = /^[a-z][a-z0-9+.-]*:[^\s<>"{}|\\^`]+$/i;
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

export interface ResourceIdentity extends PrimitiveIdentity<McpResourceOptions> {
  /** Undefined for a template. */
  readonly uri?: string;
  readonly template?: UriTemplate;
}

/** @throws Error that names the method when its URI or template is wrong */
export function identifyResource(method: DecoratedMethod): ResourceIdentity {
  const options = method.metadata.getResource()!;
  const { label } = method;
  const name = options.name ?? defaultName(method);
  assertName(name, label, '@McpResource({ name })');
  const identity = { method, name, tags: options.tags ?? [], options };
  if (options.template === undefined) {
    const uri = options.uri ?? `nest://${encodeURIComponent(name)}`;
    assertUri(uri, label);
    return { ...identity, uri };
  }
  if (options.uri !== undefined) {
    throw new Error(`${label} has @McpResource() with uri and template. Keep one of them.`);
  }
  return { ...identity, template: parseTemplate(options.template, label) };
}

/** @throws Error that names both places when two resources have one URI */
export function assertUniqueResources(identities: readonly ResourceIdentity[]): void {
  assertUnique(
    identities,
    ({ uri, template }) => uri ?? template?.source,
    (uri, places) =>
      `Two resources have the URI "${uri}": ${places}. Give one of them another @McpResource({ uri }).`,
  );
}

/** @throws Error when it is no absolute URI */
export function assertUri(uri: unknown, label: string): asserts uri is string {
  if (typeof uri !== 'string' || !ABSOLUTE_URI.test(uri)) {
    throw new Error(
      `${label}: ${JSON.stringify(uri)} is no URI. Use an absolute one, such as "nest://menu", in @McpResource({ uri }); ` +
        'one with variables goes in @McpResource({ template }).',
    );
  }
}

/** @throws Error that says what is wrong with it */
export function parseTemplate(source: string, label: string): UriTemplate {
  let template: UriTemplate;
  try {
    template = new UriTemplate(source);
  } catch (error) {
    throw new Error(`${label}: @McpResource({ template }): ${(error as Error).message}.`, { cause: error });
  }
  if (!SCHEME.test(source)) {
    throw new Error(`${label}: @McpResource({ template }): "${source}" has no scheme, such as "nest://".`);
  }
  if (template.variables.length === 0 && !template.isQueryOpen) {
    throw new Error(`${label}: @McpResource({ template }): "${source}" has no variable. Use uri instead.`);
  }
  return template;
}
