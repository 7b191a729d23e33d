import { CREDENTIAL_HEADERS } from './credential-headers.js';

const HIDDEN = '[redacted]';

/** The longest first, so that none stops at a shorter one that it begins with. */
const NAMES = [...CREDENTIAL_HEADERS].sort((a, b) => b.length - a.length).join('|');

/** How statements begin; not how sentences do ("select an entry from the list"). */
const STATEMENTS = [
  'INSERT\\s+INTO\\s',
  'DELETE\\s+FROM\\s',
  'UPDATE\\s+\\S+\\s+SET\\s',
  'SELECT\\s+(?:DISTINCT\\s|COUNT\\(|\\*|["\'`\\w.]+(?:\\s*,|\\s+AS\\s|\\s+FROM\\s))',
];

/** What is taken out of a text, and what is left in its place. */
const PATTERNS: readonly (readonly [RegExp, string])[] = [
  // A header as it is logged: `authorization: Bearer abc`, `"cookie":"a=b; c=d"`, `'x-api-key': [ 'abc' ]`.
  [
    new RegExp(`\\b(${NAMES})\\b(["']?\\s*[:=]\\s*)(?:\\[\\s*)?(?:"[^"\\n]*"|'[^'\\n]*'|[^\\n]+)`, 'gi'),
    `$1$2${HIDDEN}`,
  ],
  [/\b(Bearer|DPoP|Negotiate)\s+[\w.~+/=-]{4,}/gi, `$1 ${HIDDEN}`],
  // "Basic authentication" is no credential: those are Base64.
  [/\b(Basic)\s+(?=[a-z]*[A-Z0-9+/=])[\w+/=-]{4,}/g, `$1 ${HIDDEN}`],
  // A JSON Web Token: an object in Base64 begins with these letters.
  // Its length is bounded since the search begins anew with each of them in a text that has many.
  [/\beyJ[\w-]{4,2048}\.[\w-]+(?:\.[\w-]*)*/g, HIDDEN],
  // The user and password of a URL.
  [/(\b[a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/@:]{0,256}:[^\s/@]{1,256}@/gi, `$1${HIDDEN}@`],
  [
    /\b(password|passwd|pwd|secret|client_secret|token|access_token|refresh_token|id_token|api_?key)(["']?\s*[=:]\s*)(?:"[^"\n]*"|'[^'\n]*'|[^\s&,;)}\]]+)/gi,
    `$1$2${HIDDEN}`,
  ],
  // Statements as ORMs and query builders quote them, up to the reason that some append, or to the stack.
  [new RegExp(`\\b(?:${STATEMENTS.join('|')})[^]*?(?= - |\\n\\s*(?:at |\\[|\\n)|$)`, 'gi'), '[SQL]'],
];

/**
 * A text for the log, without credentials and statements of a database.
 *
 * @param credentials what must not stand in it, in whatever form
 */
export function redact(text: string, credentials: readonly string[] = []): string {
  let redacted = text;
  for (const credential of credentials) {
    redacted = redacted.replaceAll(credential, HIDDEN);
  }
  for (const [pattern, replacement] of PATTERNS) {
    redacted = redacted.replace(pattern, replacement);
  }
  return redacted;
}
