/** Versions that carry their metadata in every request, latest first. */
export const MODERN_VERSIONS: readonly string[] = Object.freeze(['2026-07-28']);

/** Versions that begin with `initialize`, latest first. */
export const LEGACY_VERSIONS: readonly string[] = Object.freeze(['2025-11-25', '2025-06-18', '2025-03-26']);

/** What `server/discover` and the unsupported-version error name. */
export const SUPPORTED_VERSIONS: readonly string[] = Object.freeze([...MODERN_VERSIONS, ...LEGACY_VERSIONS]);

export const LATEST_MODERN_VERSION = '2026-07-28';
export const LATEST_LEGACY_VERSION = '2025-11-25';

/** The only version with batches, and the one before the version header existed: no header means this version. */
export const BATCH_VERSION = '2025-03-26';

/** From this version on, clients take an event without a message that gives them an id to come back with (SEP-1699). */
export const PRIMED_SINCE = '2025-11-25';

export function isModernVersion(version: unknown): version is string {
  return MODERN_VERSIONS.includes(version as string);
}

export function isLegacyVersion(version: unknown): version is string {
  return LEGACY_VERSIONS.includes(version as string);
}

/** What clients older than every version here get: the one that most of them have been seen to take. */
const VERSION_FOR_OLDER_CLIENTS = '2025-06-18';

/**
 * Version negotiation of `initialize`: the client's version if the handshake can serve it. A client of an older version
 * is offered an older one than a client of an unknown, newer version.
 */
export function negotiateLegacyVersion(requested: unknown): string {
  if (isLegacyVersion(requested)) return requested;
  const isOlder = typeof requested === 'string' && isDate(requested) && requested < LEGACY_VERSIONS.at(-1)!;
  return isOlder ? VERSION_FOR_OLDER_CLIENTS : LATEST_LEGACY_VERSION;
}

function isDate(version: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(version);
}
