export { bootWarnings } from './boot-warnings.js';
export type { LintClient, LintFinding } from './lint.interface.js';
export { LINT_RULES, lintServer } from './lint-server.js';
