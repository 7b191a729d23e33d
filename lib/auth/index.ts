export { AccessToken, GivenAccessToken } from './access-token.js';
export { authProblem, resolveAuth, scopesProblem } from './auth-options.js';
export type { ResolvedAuthOptions } from './auth-options.js';
export { challenge, CHALLENGE_HEADER } from './challenge.js';
export { createGrantedScopes } from './granted-scopes.js';
export { metadataPaths, resourceMetadata } from './resource-metadata.js';
