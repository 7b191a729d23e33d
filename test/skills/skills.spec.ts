import { readFileSync, statSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { McpModule, McpResource } from '../../lib/index.js';
import { ServedSkills } from '../../lib/skills/index.js';
import { EndpointClient } from '../support/endpoint-client.js';
import { PLATFORMS, startApp } from '../support/running-app.js';
import { sha256, SkillFolders, SKILLS, startSkills } from './skill-folders.fixture.js';
import type { SkillApp } from './skill-folders.fixture.js';

describe.each(PLATFORMS)('Skills on %s', (platform) => {
  let folders: SkillFolders;
  let app: SkillApp;

  beforeEach(() => {
    folders = new SkillFolders();
  });

  afterEach(async () => {
    await app.running.close();
    folders.remove();
  });

  async function start(options?: Parameters<typeof startSkills>[2]): Promise<void> {
    app = await startSkills(platform, folders.root, options);
  }

  it('are listed with front matter as the author wrote it, and every file with digest and size', async () => {
    const text =
      '---\nname: refunds\ndescription: "Refunds, by policy"\nlicense: MIT\n' +
      'metadata:\n  version: "2.10"\n  since: 2026-01-02\nallowed-tools: Read Bash(git:*)\n---\nBody\n';
    folders.write('acme/refunds/SKILL.md', text);
    const mail = folders.write('acme/refunds/examples/first mail.md', 'Dear ö');
    await start();
    expect(await app.result('skills/list')).toEqual({
      resultType: 'complete',
      skills: [
        {
          uri: 'skill://acme/refunds/SKILL.md',
          frontmatter: {
            name: 'refunds',
            description: 'Refunds, by policy',
            license: 'MIT',
            metadata: { version: '2.10', since: '2026-01-02' },
            'allowed-tools': 'Read Bash(git:*)',
          },
          resources: [
            { uri: 'skill://acme/refunds/SKILL.md', digest: sha256(text), size: text.length },
            {
              uri: 'skill://acme/refunds/examples/first%20mail.md',
              digest: sha256(readFileSync(mail)),
              size: statSync(mail).size,
            },
          ],
        },
      ],
      ttlMs: 0,
      cacheScope: 'private',
    });
    expect(app.warnings).toEqual([]);
  });

  it('are got one by one, and an unknown one is -32602', async () => {
    folders.skill('demo');
    await start();
    const { skill, ...rest } = await app.result('skills/get', { uri: 'skill://demo/SKILL.md' });
    expect(skill).toEqual((await app.skills())[0]);
    expect(rest).toEqual({ resultType: 'complete', ttlMs: 0, cacheScope: 'private' });
    for (const uri of [
      'skill://demo',
      'skill://other/SKILL.md',
      'skill:///demo/SKILL.md',
      'demo',
      5,
      undefined,
    ]) {
      expect(await app.errorCode('skills/get', { uri })).toBe(-32602);
    }
  });

  it('are read as resources, text as text and bytes as bytes', async () => {
    const skill = folders.skill('demo');
    folders.write('demo/data.json', '{"a":1}');
    folders.write('demo/Makefile', 'all:\n');
    folders.write('demo/marked.txt', '\ufeffmarked');
    folders.write('demo/picture.png', Buffer.from([0x89, 0x50, 0, 0xff]));
    folders.write('demo/latin.md', Buffer.from([0x66, 0xfc, 0x72]));
    await start();
    const read = async (file: string) =>
      ((await app.result('resources/read', { uri: `skill://demo/${file}` }))['contents'] as unknown[])[0];
    const text = readFileSync(skill, 'utf8');
    expect(await read('SKILL.md')).toEqual({ uri: 'skill://demo/SKILL.md', mimeType: 'text/markdown', text });
    expect(await read('data.json')).toMatchObject({ mimeType: 'application/json', text: '{"a":1}' });
    expect(await read('Makefile')).toMatchObject({ mimeType: 'text/plain', text: 'all:\n' });
    expect(await read('marked.txt')).toMatchObject({ text: '\ufeffmarked' });
    expect(await read('picture.png')).toMatchObject({ mimeType: 'image/png', blob: 'iVAA/w==' });
    expect(await read('latin.md')).toMatchObject({ mimeType: 'text/markdown', blob: 'Zvxy' });
    await app.client.wire.assertValidMessages();
  });

  it('are listed as resources by their SKILL.md, with name and description', async () => {
    const path = folders.skill('demo', 'Shows how');
    folders.write('demo/other.md', 'more');
    await start();
    const { resources } = await app.result('resources/list');
    expect(resources).toEqual([
      {
        uri: 'skill://demo/SKILL.md',
        name: 'demo',
        description: 'Shows how',
        mimeType: 'text/markdown',
        size: statSync(path).size,
      },
    ]);
    await app.client.wire.assertValidMessages();
  });

  it('have directories that are read level by level', async () => {
    folders.skill('acme/demo', 'Shows how');
    folders.write('acme/demo/scripts/deep/run.sh', 'true');
    await start();
    const children = async (uri: string) =>
      (await app.result('resources/directory/read', { uri }))['resources'];
    expect(await app.result('resources/directory/read', { uri: 'skill://acme/demo' })).toEqual({
      resultType: 'complete',
      resources: [
        expect.objectContaining({
          uri: 'skill://acme/demo/SKILL.md',
          name: 'demo',
          description: 'Shows how',
        }),
        { uri: 'skill://acme/demo/scripts', name: 'scripts', mimeType: 'inode/directory' },
      ],
    });
    expect(await children('skill://acme/demo/scripts/deep')).toEqual([
      {
        uri: 'skill://acme/demo/scripts/deep/run.sh',
        name: 'run.sh',
        mimeType: 'text/x-shellscript',
        size: 4,
      },
    ]);
    expect(await children('skill://acme')).toEqual([
      { uri: 'skill://acme/demo', name: 'demo', mimeType: 'inode/directory' },
    ]);
    for (const uri of [
      'skill://acme/demo/SKILL.md',
      'skill://acme/demo/',
      'skill://nothing',
      'skill://',
      7,
    ]) {
      expect(await app.errorCode('resources/directory/read', { uri })).toBe(-32602);
    }
  });

  it('come in pages, each list and directory with cursors of its own', async () => {
    folders.skill('a');
    folders.skill('b');
    folders.write('a/x.md', 'x');
    folders.write('a/y.md', 'y');
    folders.write('b/x.md', 'x');
    await start({
      listPageSize: 1,
      caching: { 'skills/list': { ttlMs: 5, scope: 'public' }, 'skills/get': { ttlMs: 7 } },
    });
    const first = await app.result('skills/list');
    expect(first).toMatchObject({ skills: [{ uri: 'skill://a/SKILL.md' }], ttlMs: 5, cacheScope: 'public' });
    const second = await app.result('skills/list', { cursor: first['nextCursor'] });
    expect(second).toMatchObject({ skills: [{ uri: 'skill://b/SKILL.md' }] });
    expect(second).not.toHaveProperty('nextCursor');
    const uri = 'skill://a';
    const files = await app.result('resources/directory/read', { uri });
    const next = await app.result('resources/directory/read', { uri, cursor: files['nextCursor'] });
    expect(next['resources']).toMatchObject([{ name: 'x.md' }]);
    const foreign = { uri: 'skill://b', cursor: files['nextCursor'] };
    expect(await app.errorCode('resources/directory/read', foreign)).toBe(-32602);
    expect(await app.errorCode('skills/list', { cursor: files['nextCursor'] })).toBe(-32602);
    expect(await app.result('skills/get', { uri: 'skill://a/SKILL.md' })).toMatchObject({ ttlMs: 7 });
  });

  it('are declared to clients that know the extension, with directories and resources', async () => {
    await start();
    const { capabilities } = await app.result('server/discover');
    expect(capabilities).toMatchObject({
      extensions: { [SKILLS]: { directoryRead: true } },
      resources: { listChanged: true },
    });
    expect(await app.skills()).toEqual([]);
    await app.client.wire.assertValidMessages();
  });

  it('are resources, and nothing else, to clients of 2025-11-25 and before', async () => {
    folders.skill('demo');
    await start();
    const { message } = await app.client.legacy('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    });
    expect(message.result!['capabilities']).toEqual({ tools: {}, resources: {} });
    const list = await app.client.legacy('resources/list');
    expect(list.message.result).toMatchObject({ resources: [{ uri: 'skill://demo/SKILL.md' }] });
    const uri = 'skill://demo/SKILL.md';
    const read = await app.client.legacy('resources/read', { uri });
    expect(read.message.result).toMatchObject({
      contents: [{ uri, text: expect.stringContaining('# demo') }],
    });
    for (const method of ['skills/list', 'skills/get', 'resources/directory/read']) {
      expect((await app.client.legacy(method, { uri })).message.error?.code).toBe(-32601);
    }
    await app.client.wire.assertValidMessages();
  });

  it('do not need Mcp-Name, but it must be right when it is sent', async () => {
    folders.skill('demo');
    await start();
    const asked = { 'skills/get': 'skill://demo/SKILL.md', 'resources/directory/read': 'skill://demo' };
    for (const [method, uri] of Object.entries(asked)) {
      for (const name of [undefined, uri]) {
        const { message } = await app.client.modern(method, { uri }, { 'mcp-name': name });
        expect(message.error).toBeUndefined();
      }
      const { status, message } = await app.client.modern(method, { uri }, { 'mcp-name': 'skill://x' });
      expect([status, message.error?.code]).toEqual([400, -32020]);
    }
  });

  it('may be inside another skill, and belong to both', async () => {
    folders.skill('outer');
    folders.skill('outer/inner');
    await start();
    const [outer, inner] = await app.skills();
    expect(inner!.uri).toBe('skill://outer/inner/SKILL.md');
    expect(outer!.resources.map(({ uri }) => uri)).toEqual(['skill://outer/SKILL.md', inner!.uri]);
    expect(outer!.resources[1]).toEqual(inner!.resources[0]);
  });

  it('come from several directories, or from one that is a skill itself', async () => {
    folders.skill('one/a');
    folders.skill('two/b');
    app = await startSkills(platform, [folders.path('one'), folders.path('two/b')]);
    expect(await app.skillUris()).toEqual(['skill://a/SKILL.md', 'skill://b/SKILL.md']);
  });

  it('are found by a URI that a model put together without encoding it', async () => {
    folders.skill('demo');
    folders.write('demo/my notes ü.md', 'noted');
    await start();
    expect(await app.text('skill://demo/my%20notes%20%C3%BC.md')).toBe('noted');
    const spaced = 'skill://demo/my notes ü.md';
    const { message } = await app.client.legacy('resources/read', { uri: spaced });
    expect(message.result).toMatchObject({ contents: [{ uri: spaced, text: 'noted' }] });
  });
});

describe('Without the option skills', () => {
  it.each(['skills/list', 'skills/get', 'resources/directory/read'])(
    '%s is an unknown method',
    async (method) => {
      const running = await startApp({ platform: 'fastify', module: { imports: [McpModule.forRoot()] } });
      const client = new EndpointClient(running.mcp);
      const { message } = await client.modern(method, { uri: 'skill://demo' });
      const discovered = await client.modern('server/discover');
      await running.close();
      expect(message.error?.code).toBe(-32601);
      expect(discovered.message.result!['capabilities']).not.toHaveProperty('extensions');
    },
  );
});

describe('Skills beside the rest of an application', () => {
  let folders: SkillFolders;

  beforeEach(() => {
    folders = new SkillFolders();
    folders.skill('demo');
  });

  afterEach(() => folders.remove());

  it('go before a resource of the same URI; other resources stay', async () => {
    @Controller('texts')
    class TextsController {
      @Get('taken')
      @McpResource({ uri: 'skill://demo/SKILL.md' })
      taken() {
        return 'of the application';
      }

      @Get('free')
      @McpResource({ uri: 'skill://free/SKILL.md' })
      free() {
        return 'of the application';
      }
    }
    const running = await startApp({
      platform: 'fastify',
      module: {
        imports: [McpModule.forRoot({ skills: { directory: folders.root } })],
        controllers: [TextsController],
      },
    });
    const client = new EndpointClient(running.mcp);
    const list = await client.modern('resources/list');
    const taken = await client.modern('resources/read', { uri: 'skill://demo/SKILL.md' });
    const free = await client.modern('resources/read', { uri: 'skill://free/SKILL.md' });
    await running.close();
    expect((list.message.result!['resources'] as { uri: string }[]).map(({ uri }) => uri).sort()).toEqual([
      'skill://demo/SKILL.md',
      'skill://free/SKILL.md',
    ]);
    expect(taken.text).toContain('# demo');
    expect(free.text).toContain('of the application');
  });

  it('are neither read nor watched without an HTTP server', async () => {
    @Module({ imports: [McpModule.forRoot({ skills: { directory: folders.root } })] })
    class AppModule {}
    const context = await NestFactory.createApplicationContext(AppModule, {
      logger: false,
      abortOnError: false,
    });
    expect(context.get(ServedSkills).library).toBeUndefined();
    await context.close();
  });
});
