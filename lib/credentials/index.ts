export { addCredentialHeader, credentialHeaders } from './credential-headers.js';
export { redact } from './redact.js';
export { requestCredentials } from './request-credentials.js';
