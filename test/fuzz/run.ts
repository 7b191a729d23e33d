// `npm run fuzz`: random requests to an application on both platforms. Prints the figures, and ends with exit code 1 when
// something does not hold.
//   --requests 20000   on each platform
//   --seed 1           for the same requests again
//   --platform express
//   --replay file      sends what a run has printed, one JSON text a line
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { PLATFORMS } from '../support/app-process/index.js';
import type { PlatformName } from '../support/app-process/index.js';
import { replay, runCampaign } from './campaign.js';
import type { FuzzRequest } from './fuzz-request.js';
import { campaignProblems, describeCampaign, describeFailure } from './report.js';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    platform: { type: 'string' },
    replay: { type: 'string' },
  },
});
const platforms = values.platform === undefined ? PLATFORMS : [values.platform as PlatformName];
let isGood = true;

for (const platform of platforms) {
  if (values.replay !== undefined) {
    const lines = readFileSync(values.replay, 'utf8').split('\n').filter(Boolean);
    const failures = await replay(
      platform,
      lines.map((line) => JSON.parse(line) as FuzzRequest),
    );
    console.log(`${platform}: ${failures.length} of ${lines.length} requests fail`);
    failures.forEach((failure) => console.log(describeFailure(failure)));
    isGood &&= failures.length === 0;
    continue;
  }
  const options = { platform, requests: Number(values.requests), warmUp: 2_000, seed: Number(values.seed) };
  const report = await runCampaign(options);
  console.log(describeCampaign(options, report));
  isGood &&= campaignProblems(report).length === 0;
}

process.exitCode = isGood ? 0 : 1;
