import { LIMIT_RULES } from './limit-rules.js';
import type { LintedServer, LintFinding, LintRule, LintProblem } from './lint.interface.js';
import { NAME_RULES } from './name-rules.js';
import { SCHEMA_RULES } from './schema-rules.js';

/** Every rule, in the order of reporting. */
export const LINT_RULES: readonly LintRule[] = [...SCHEMA_RULES, ...NAME_RULES, ...LIMIT_RULES];

/** The rules that a boot warns of. */
export const BOOT_LINT_RULES = LINT_RULES.filter(({ isQuietAtBoot }) => !isQuietAtBoot);

/** `tool` of a finding that is about all tools together. */
const ALL_TOOLS = '*';

/** Everything about a server's tools that some client stumbles over: one finding for each place and client. */
export function lintServer(server: LintedServer, rules = LINT_RULES): LintFinding[] {
  return rules.flatMap((rule) =>
    'findAll' in rule
      ? [...rule.findAll(server)].flatMap((problem) => toFindings(rule, ALL_TOOLS, problem))
      : server.tools.flatMap((tool) =>
          [...rule.find(tool, server)].flatMap((problem) => toFindings(rule, tool.name, problem)),
        ),
  );
}

function toFindings({ rule, effects }: LintRule, tool: string, { path, what }: LintProblem): LintFinding[] {
  return effects.map(({ client, effect, source }) => ({
    tool,
    client,
    rule,
    message: `${what}: ${client} ${effect}`,
    source,
    path,
  }));
}
