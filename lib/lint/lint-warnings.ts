import type { LintFinding } from './lint.interface.js';

/** One line for each tool and rule, whatever the number of places and clients. */
export function lintWarnings(findings: readonly LintFinding[]): string[] {
  const groups = new Map<string, LintFinding[]>();
  for (const finding of findings) {
    const key = `${finding.tool} ${finding.rule}`;
    groups.set(key, [...(groups.get(key) ?? []), finding]);
  }
  return [...groups.values()].map(toLine);
}

function toLine(findings: readonly LintFinding[]): string {
  const { tool, rule, message, path } = findings[0]!;
  const what = message.slice(0, message.lastIndexOf(': '));
  const places = new Set(findings.map((finding) => finding.path)).size;
  const where = path === '' ? '' : ` at ${path}${places > 1 ? ` and ${places - 1} more` : ''}`;
  const clients = [...new Set(findings.map(({ client, source }) => `${client} (${source})`))].join(', ');
  const subject = tool === '*' ? 'The tools' : `The tool "${tool}"`;
  return `${subject} may not work everywhere: ${what}${where} [${rule}]. Affected: ${clients}.`;
}
