export type { LintClient, LintFinding } from './lint.interface.js';
export { BOOT_LINT_RULES, LINT_RULES, lintServer } from './lint-server.js';
export { lintWarnings } from './lint-warnings.js';
