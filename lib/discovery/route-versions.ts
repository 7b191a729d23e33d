import { VersioningType } from '@nestjs/common';
import type { VersioningOptions } from '@nestjs/common';
import type { DecoratedMethod } from './decorated-method.js';
import { VERSION_METADATA } from './nest-metadata.js';
import type { VersionValue } from './route-recorder.js';

/** The version, or the versions, that a route is registered for; undefined when it has none. */
export function declaredVersion(
  { owner, callback }: DecoratedMethod,
  versioning: VersioningOptions | undefined,
): VersionValue | undefined {
  return (
    versioning &&
    ((Reflect.getMetadata(VERSION_METADATA, callback) ??
      Reflect.getMetadata(VERSION_METADATA, owner) ??
      versioning.defaultVersion) as VersionValue | undefined)
  );
}

/**
 * The headers by which a request asks for a route's version. The version is in the path with URI versioning, and
 * unknowable with a custom extractor.
 */
export function versionHeaders(
  method: DecoratedMethod,
  versioning: VersioningOptions | undefined,
): Record<string, string> {
  const version = [declaredVersion(method, versioning)]
    .flat()
    .find((declared) => typeof declared === 'string');
  if (version === undefined) {
    return {};
  }
  if (versioning?.type === VersioningType.HEADER) {
    return { [versioning.header.toLowerCase()]: version };
  }
  if (versioning?.type === VersioningType.MEDIA_TYPE) {
    return { accept: `application/json;${versioning.key}${version}` };
  }
  return {};
}
