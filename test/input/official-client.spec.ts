import { Controller, Delete, Param } from '@nestjs/common';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { McpConfirm, McpModule, McpTool } from 'nestjs-mcp';
import { PLATFORMS, startApp } from '../support/running-app.js';
import type { RunningApp } from '../support/running-app.js';
import { recordingFetch } from '../support/wire/index.js';
import { InputToolsController } from './input-tools.fixture.js';

@Controller('files')
class FilesController {
  @Delete(':name')
  @McpTool('remove')
  @McpConfirm('Delete {name}?')
  remove(@Param('name') name: string) {
    return { removed: name };
  }
}

describe.each(PLATFORMS)('the official client, pinned to 2026-07-28, on %s', (platform) => {
  let server: RunningApp;
  let client: Client;
  let asked: string[];
  let action: 'accept' | 'decline';
  const wire = recordingFetch('2026-07-28');

  beforeEach(async () => {
    asked = [];
    action = 'accept';
    server = await startApp({
      platform,
      module: { imports: [McpModule.forRoot()], controllers: [InputToolsController, FilesController] },
    });
    client = new Client(
      { name: 'test-client', version: '1.0.0' },
      {
        versionNegotiation: { mode: { pin: '2026-07-28' } },
        capabilities: { elicitation: { form: {} }, sampling: {}, roots: {} },
      },
    );
    const contents: Record<string, Record<string, string | boolean>> = {
      'What is your name?': { name: 'Alice' },
      'Which color?': { color: 'blue' },
      'Go on?': { ok: true },
    };
    client.setRequestHandler('elicitation/create', ({ params }) => {
      asked.push(params.message);
      return { action, ...(action === 'accept' && { content: contents[params.message] ?? {} }) };
    });
    client.setRequestHandler('sampling/createMessage', () => {
      asked.push('sampling');
      return { role: 'assistant', content: { type: 'text', text: 'Paris' }, model: 'test-model' };
    });
    client.setRequestHandler('roots/list', () => {
      asked.push('roots');
      return { roots: [{ uri: 'file:///test/root' }] };
    });
    await client.connect(new StreamableHTTPClientTransport(server.mcp, { fetch: wire }));
  });
  afterEach(async () => {
    await client.close();
    await server.close();
    await wire.assertValidMessages();
  });

  async function call(name: string, args: Record<string, unknown> = {}): Promise<string> {
    const { content } = await client.callTool({ name, arguments: args });
    return (content as { text: string }[])[0]!.text;
  }

  it('fills in a form', async () => {
    expect(await call('test_input_required_result_elicitation')).toBe('Hello, Alice!');
    expect(asked).toEqual(['What is your name?']);
  });

  it('asks its model', async () => {
    expect(JSON.parse(await call('test_input_required_result_sampling'))).toMatchObject({
      content: { type: 'text', text: 'Paris' },
    });
  });

  it('lists its roots', async () => {
    expect(JSON.parse(await call('test_input_required_result_list_roots'))).toEqual({
      roots: [{ uri: 'file:///test/root' }],
    });
  });

  it('answers several questions at once', async () => {
    await call('test_input_required_result_multiple_inputs');
    expect(asked.sort()).toEqual(['What is your name?', 'roots', 'sampling']);
  });

  it('goes through several rounds', async () => {
    expect(JSON.parse(await call('test_input_required_result_multi_round'))).toEqual({
      name: 'Alice',
      color: 'blue',
    });
    expect(asked).toEqual(['What is your name?', 'Which color?']);
  });

  it('confirms, or does not', async () => {
    expect(JSON.parse(await call('remove', { name: 'a.txt' }))).toEqual({ removed: 'a.txt' });
    action = 'decline';
    expect(await call('remove', { name: 'b.txt' })).toBe('"remove" was not run: the user declined.');
    expect(asked).toEqual(['Delete a.txt?', 'Delete b.txt?']);
  });
});
