import type { LintedServer } from './lint.interface.js';
import { BOOT_LINT_RULES, lintServer } from './lint-server.js';
import { lintWarnings } from './lint-warnings.js';

interface BootOptions {
  readonly name: string;
  readonly lint: 'warn' | 'off';
}

interface CatalogTool {
  readonly definition: LintedServer['tools'][number];
}

/** Tools that some client cannot use are better known at boot than from a user of that client. */
export function bootWarnings({ name, lint }: BootOptions, tools: readonly CatalogTool[]): string[] {
  return lint === 'off'
    ? []
    : lintWarnings(lintServer({ name, tools: tools.map(({ definition }) => definition) }, BOOT_LINT_RULES));
}
