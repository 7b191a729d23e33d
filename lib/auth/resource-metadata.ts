import { METADATA_PATH, resourcePath } from './auth-options.js';
import type { ResolvedAuthOptions } from './auth-options.js';

/**
 * What clients read to learn where they get a token.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9728#section-2
 */
export function resourceMetadata(auth: ResolvedAuthOptions): object {
  return {
    resource: auth.resource,
    authorization_servers: auth.authorizationServers,
    scopes_supported: auth.scopesSupported,
    bearer_methods_supported: ['header'],
    resource_name: auth.resourceName,
    resource_documentation: auth.resourceDocumentation,
  };
}

/** The paths at which it is served; none when the options say so. */
export function metadataPaths({ metadata, resource }: ResolvedAuthOptions): string[] {
  const paths = new Set<string>();
  if (metadata && metadata.root) {
    paths.add(METADATA_PATH);
  }
  if (metadata && metadata.path) {
    paths.add(METADATA_PATH + resourcePath(resource));
  }
  return [...paths];
}
