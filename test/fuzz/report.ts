import { growthOf, megabytes } from '../support/app-process/index.js';
import type { CampaignOptions, CampaignReport, Failure } from './campaign.js';

/** What the heap may have grown by: compiled code and the tables of the engine still grow a little. */
const HEAP_SHARE = 0.15;

/** Everything that does not hold; empty when all does. */
export function campaignProblems({ failures, crashes, before, after, lastCall }: CampaignReport): string[] {
  const problems = [...failures.map(describeFailure), ...crashes];
  if (lastCall !== '{"id":7,"name":"seven"}') {
    problems.push(`a plain call says afterwards: ${lastCall}`);
  }
  return before && after
    ? [...problems, ...growthOf(before, after, HEAP_SHARE)]
    : [...problems, 'the server has no figures'];
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
