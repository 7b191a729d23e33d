import { describe, expect, it } from '@jest/globals';
import { PLATFORMS } from '../support/app-process/index.js';
import { runCampaign } from './campaign.js';
import { campaignProblems, describeCampaign } from './report.js';

const OPTIONS = { requests: 2_000, warmUp: 500, seed: 20_260_728 };

describe.each(PLATFORMS)('on %s, 2,000 random requests', (platform) => {
  it('leave a server that runs, answers in JSON-RPC, hides its inside and holds no more memory', async () => {
    const options = { ...OPTIONS, platform };
    const report = await runCampaign(options);

    if (campaignProblems(report).length > 0) {
      throw new Error(describeCampaign(options, report));
    }
    expect(report.sent).toBe(OPTIONS.requests + OPTIONS.warmUp);
    expect(report.outcomes['HTTP 200']).toBeGreaterThan(500);
  }, 120_000);
});
