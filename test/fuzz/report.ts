import type { ProcessFigures } from '../support/app-process/index.js';
import type { CampaignOptions, CampaignReport, Failure } from './campaign.js';

/** What the heap may have grown by: compiled code and the tables of the engine still grow a little. */
const HEAP_TOLERANCE = 1.15;

const MEGABYTE = 1024 * 1024;

/** Everything that does not hold; empty when all does. */
export function campaignProblems({ failures, crashes, before, after, lastCall }: CampaignReport): string[] {
  const problems = [...failures.map(describeFailure), ...crashes];
  if (lastCall !== '{"id":7,"name":"seven"}') {
    problems.push(`a plain call says afterwards: ${lastCall}`);
  }
  return before && after
    ? [...problems, ...leaks(before, after)]
    : [...problems, 'the server has no figures'];
}

/** What there is more of than before. */
function leaks(before: ProcessFigures, after: ProcessFigures): string[] {
  const problems: string[] = [];
  if (after.heapUsed > before.heapUsed * HEAP_TOLERANCE) {
    problems.push(`the heap has grown from ${megabytes(before.heapUsed)} to ${megabytes(after.heapUsed)}`);
  }
  for (const kind of ['resources', 'listeners'] as const) {
    for (const [name, count] of Object.entries(after[kind])) {
      const earlier = before[kind][name] ?? 0;
      if (count > earlier) problems.push(`${kind}: ${name} was ${earlier}, and is ${count}`);
    }
  }
  return problems;
}

/** The request is a JSON text, to be sent again with `--replay`. */
export function describeFailure({ request, problems, answer }: Failure): string {
  return `FAILED ${problems.join('; ')}\n${JSON.stringify(request)}\n  -> ${answer}`;
}

export function describeCampaign({ platform, seed }: CampaignOptions, report: CampaignReport): string {
  const { sent, outcomes, before, after } = report;
  const lines = [
    `${platform}: ${sent} requests, seed ${seed}`,
    ...Object.entries(outcomes)
      .sort(([, one], [, other]) => other - one)
      .map(([name, count]) => `  ${name.padEnd(20)} ${count}`),
  ];
  if (before && after) {
    lines.push(
      `  heap after gc        ${megabytes(before.heapUsed)} after the warm-up, ${megabytes(after.heapUsed)} at the end`,
      `  open resources       ${JSON.stringify(before.resources)} -> ${JSON.stringify(after.resources)}`,
    );
  }
  const problems = campaignProblems(report);
  return [
    ...lines,
    ...problems,
    problems.length === 0 ? '  all holds' : `  ${problems.length} problems`,
  ].join('\n');
}

function megabytes(bytes: number): string {
  return `${(bytes / MEGABYTE).toFixed(1)} MB`;
}
