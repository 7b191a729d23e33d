import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PLATFORMS } from '../support/running-app.js';
import { itServes } from './client-behaviour.js';
import { compilePrograms } from './programs.js';
import type { StdioClient } from './stdio-clients.js';
import { STDIO_CLIENTS } from './stdio-clients.js';

let program: string;

beforeAll(() => {
  program = compilePrograms('stdio-clients').app;
});

describe.each(PLATFORMS)('an application on standard streams, on %s, serves', (platform) => {
  describe.each(STDIO_CLIENTS)('$label', (kind) => {
    let client: StdioClient;

    beforeAll(async () => {
      client = await kind.connect({ args: [program, platform] });
    }, 60_000);

    afterAll(async () => {
      await client.close();
      expect(client.errors).toEqual([]);
    });

    itServes(kind, () => client);
  });

  it('with an identity in place of a token', async () => {
    const client = await STDIO_CLIENTS[2]!.connect({ args: [program, platform, 'secured'] });
    const { content } = await client.call('me');
    expect(JSON.parse(content[0]!.text)).toEqual({ user: 'Carol', injected: 'Carol', scopes: ['desk'] });
    await client.close();
  });
});
