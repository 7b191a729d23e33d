import { afterEach, describe, expect, it } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { McpModule } from '../../lib/index.js';
import { PLATFORMS, startApp } from '../support/running-app.js';
import type { RunningApp } from '../support/running-app.js';
import { recordingFetch } from '../support/wire/index.js';
import type { RecordingFetch } from '../support/wire/index.js';
import { createJobController, Jobs } from './job.fixture.js';

const MODES = [
  ['2026-07-28', { pin: '2026-07-28' }],
  ['2025-11-25', 'legacy'],
] as const;

describe.each(PLATFORMS)('@modelcontextprotocol/client on %s', (platform) => {
  let running: RunningApp;
  let jobs: Jobs;
  let client: Client;

  async function connect(mode: (typeof MODES)[number][1], fetchLike?: RecordingFetch): Promise<void> {
    jobs = new Jobs();
    running = await startApp({
      platform,
      module: { imports: [McpModule.forRoot()], controllers: [createJobController(jobs)] },
    });
    client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
    await client.connect(new StreamableHTTPClientTransport(running.mcp, { fetch: fetchLike }));
  }

  afterEach(async () => {
    jobs.mayEnd.open();
    await client.close();
    await running.close();
  });

  it.each(MODES)('gets progress in %s', async (_version, mode) => {
    const wire = recordingFetch();
    await connect(mode, wire);
    const reports: unknown[] = [];
    const result = await client.callTool(
      { name: 'job_steps' },
      { onprogress: (progress) => reports.push(progress) },
    );
    expect(result.content).toEqual([{ type: 'text', text: '{"done":true}' }]);
    expect(reports).toEqual([
      { progress: 1, total: 3, message: 'one' },
      { progress: 2, total: 3, message: 'two\nlines' },
      { progress: 3, total: 3 },
    ]);
    await client.close();
    await wire.assertValidMessages();
  });

  it('ends a call that it gives up', async () => {
    await connect({ pin: '2026-07-28' });
    const controller = new AbortController();
    const call = client.callTool({ name: 'job_wait' }, { signal: controller.signal });
    const settled = expect(call).rejects.toThrow();
    await jobs.begun.opened;
    controller.abort();
    await settled;
    await jobs.aborted.opened;
  });
});
