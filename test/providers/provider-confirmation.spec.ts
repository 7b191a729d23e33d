import { afterEach, describe, expect, it } from '@jest/globals';
import { Injectable, UseGuards } from '@nestjs/common';
import type { ExecutionContext } from '@nestjs/common';
import { McpArgs, McpConfirm, McpModule, McpTool } from 'nestjs-mcp';
import { CAPABILITIES_KEY, EndpointClient } from '../support/endpoint-client.js';
import { PLATFORMS, startApp } from '../support/running-app.js';
import type { RunningApp } from '../support/running-app.js';

const removed: string[] = [];

@Injectable()
class FilesService {
  @McpTool('remove')
  @McpConfirm('Delete {name}?')
  @UseGuards({
    canActivate: (context: ExecutionContext) =>
      context.switchToHttp().getRequest<{ headers: Record<string, string> }>().headers['x-key'] === 'right',
  })
  remove(@McpArgs('name') name: string) {
    removed.push(name);
    return 'removed';
  }
}

let app: RunningApp;

afterEach(() => app.close());

describe.each(PLATFORMS)('a tool of a provider with @McpConfirm(), on %s', (platform) => {
  it('runs behind its guards when the user has confirmed it', async () => {
    removed.length = 0;
    app = await startApp({
      platform,
      module: { imports: [McpModule.forRoot()], providers: [FilesService] },
    });
    const client = new EndpointClient(app.mcp);
    const call = (more: object, key: string) =>
      client.modern(
        'tools/call',
        { name: 'remove', arguments: { name: 'a.txt' }, ...more },
        { 'x-key': key },
        { [CAPABILITIES_KEY]: { elicitation: {} } },
      );
    expect((await call({}, 'wrong')).message.result).toMatchObject({ isError: true });
    const asked = (await call({}, 'right')).message.result!;
    expect(asked['resultType']).toBe('input_required');
    expect(JSON.stringify(asked['inputRequests'])).toContain('Delete a.txt?');
    expect(removed).toEqual([]);
    const [key] = Object.keys(asked['inputRequests'] as object);
    const answer = {
      inputResponses: { [key!]: { action: 'accept', content: {} } },
      requestState: asked['requestState'],
    };
    expect((await call(answer, 'right')).said).toBe('removed');
    expect(removed).toEqual(['a.txt']);
  });
});
