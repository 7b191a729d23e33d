import { afterEach, describe, expect, it } from '@jest/globals';
import { AppProcess, PLATFORMS } from '../support/app-process/index.js';
import { EndpointClient } from '../support/endpoint-client.js';

const SERVER = new URL('./tracking-server.ts', import.meta.url);
/** Later versions of Node keep a context without marking promises. */
const marksPromises = Number.parseInt(process.versions.node, 10) < 24;

describe.each(PLATFORMS)('an application on %s', (platform) => {
  let app: AppProcess;

  afterEach(() => app.stop());

  async function marksOfPromises(importsContext: boolean): Promise<number> {
    app = await AppProcess.start(SERVER, platform, { IMPORTS_CONTEXT: String(importsContext) });
    const client = new EndpointClient(app.url);
    await client.callTool('promises_marks');
    const { said } = await client.callTool('promises_marks');
    return (JSON.parse(said) as { count: number }).count;
  }

  it('does not pay for tracking its promises when it does not import nestjs-mcp/context', async () => {
    expect(await marksOfPromises(false)).toBe(0);
  });

  it('has its promises tracked when it does', async () => {
    expect((await marksOfPromises(true)) > 0).toBe(marksPromises);
  });
});
