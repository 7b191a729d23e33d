import { VERSION_NEUTRAL, VersioningType } from '@nestjs/common';
import type { VersioningOptions } from '@nestjs/common';
import type { ToolMethod } from './controller-explorer.js';
import { VERSION_METADATA } from './nest-metadata.js';

/**
 * The headers by which a request asks for a route's version. The version is in the path with URI versioning, and
 * unknowable with a custom extractor.
 */
export function versionHeaders(
  { controller, callback }: ToolMethod,
  versioning: VersioningOptions | undefined,
): Record<string, string> {
  if (!versioning) {
    return {};
  }
  const declared: unknown =
    Reflect.getMetadata(VERSION_METADATA, callback) ??
    Reflect.getMetadata(VERSION_METADATA, controller) ??
    versioning.defaultVersion;
  const version = [declared]
    .flat()
    .find((candidate) => candidate !== VERSION_NEUTRAL && candidate !== undefined);
  if (typeof version !== 'string') {
    return {};
  }
  if (versioning.type === VersioningType.HEADER) {
    return { [versioning.header.toLowerCase()]: version };
  }
  if (versioning.type === VersioningType.MEDIA_TYPE) {
    return { accept: `application/json;${versioning.key}${version}` };
  }
  return {};
}
