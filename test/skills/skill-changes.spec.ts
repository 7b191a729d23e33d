import { mkdirSync, renameSync, rmSync, symlinkSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { McpNotifier } from '../../lib/index.js';
import { ServedSkills } from '../../lib/skills/index.js';
import { RawExchange, sendModern } from '../support/raw-exchange.js';
import { PLATFORMS } from '../support/running-app.js';
import { sha256, SkillFolders, startSkills } from './skill-folders.fixture.js';
import type { SkillApp } from './skill-folders.fixture.js';

const LIST_CHANGED = 'notifications/resources/list_changed';
const UPDATED = 'notifications/resources/updated';

describe.each(PLATFORMS)('Changes of skills on %s', (platform) => {
  let folders: SkillFolders;
  let app: SkillApp;
  let listener: RawExchange | undefined;

  beforeEach(() => {
    folders = new SkillFolders();
    folders.skill('demo');
  });

  afterEach(async () => {
    listener?.close();
    listener = undefined;
    await app.running.close();
    folders.remove();
  });

  async function start(
    directory: string | string[] = folders.root,
    options?: Parameters<typeof startSkills>[2],
  ): Promise<void> {
    app = await startSkills(platform, directory, options);
  }

  async function listen(...resourceSubscriptions: string[]): Promise<RawExchange> {
    listener = sendModern(app.running.mcp, 'subscriptions/listen', {
      notifications: { resourcesListChanged: true, resourceSubscriptions },
    });
    await listener.until(({ messages }) => messages.length > 0);
    return listener;
  }

  function tellings({ methods }: RawExchange): number {
    return methods.filter((method) => method === LIST_CHANGED).length;
  }

  /** Makes a change on disk, and waits until listeners are told of one. */
  async function change(exchange: RawExchange, make: () => void): Promise<void> {
    const before = tellings(exchange);
    make();
    await exchange.until(() => tellings(exchange) > before);
  }

  /** Waits for as many tellings as it takes. */
  async function until(exchange: RawExchange, isSo: () => Promise<boolean>): Promise<void> {
    for (let told = tellings(exchange); !(await isSo()); told = tellings(exchange)) {
      await exchange.until(() => tellings(exchange) > told);
    }
  }

  it('are told: a new skill is listed, and readable', async () => {
    await start();
    const exchange = await listen();
    await change(exchange, () => folders.skill('fresh'));
    await until(exchange, async () => (await app.skillUris()).includes('skill://fresh/SKILL.md'));
    expect(await app.text('skill://fresh/SKILL.md')).toContain('# fresh');
    expect((await app.result('resources/list'))['resources']).toHaveLength(2);
  });

  it('are told: a file has another digest, and whoever watches it hears of it', async () => {
    const path = folders.write('demo/notes.md', 'before');
    await start();
    const uri = 'skill://demo/notes.md';
    const exchange = await listen(uri);
    await change(exchange, () => writeFileSync(path, 'later!'));
    const digest = sha256('later!');
    await until(exchange, async () => (await app.skills())[0]!.resources[1]!.digest === digest);
    expect(await app.result('skills/get', { uri: 'skill://demo/SKILL.md' })).toMatchObject({
      skill: { resources: [{}, { uri, digest, size: 6 }] },
    });
    await exchange.until(({ methods }) => methods.includes(UPDATED));
    expect(exchange.messages.find(({ method }) => method === UPDATED)!.params).toMatchObject({ uri });
  });

  it('are told in folders that were made while the application runs', async () => {
    await start();
    const exchange = await listen();
    await change(exchange, () => folders.write('demo/new/deep/notes.md', 'one'));
    await until(exchange, async () => (await app.skills())[0]!.resources.length === 2);
    await change(exchange, () => folders.write('demo/new/deep/notes.md', 'two'));
    await until(exchange, async () => (await app.text('skill://demo/new/deep/notes.md')) === 'two');
  });

  it('are told in a folder that was removed and made again at once', async () => {
    folders.write('demo/skills/notes.md', 'one');
    await start();
    const exchange = await listen();
    await change(exchange, () => {
      rmSync(folders.path('demo/skills'), { recursive: true });
      folders.write('demo/skills/notes.md', 'two');
    });
    await until(exchange, async () => (await app.text('skill://demo/skills/notes.md')) === 'two');
    await change(exchange, () => folders.write('demo/skills/notes.md', 'three'));
    await until(exchange, async () => (await app.text('skill://demo/skills/notes.md')) === 'three');
  });

  it('are told in a folder whose parent was put in the place of another', async () => {
    folders.write('demo/sub/deep/notes.md', 'one');
    folders.write('../next/deep/notes.md', 'two');
    await start();
    const exchange = await listen();
    await change(exchange, () => {
      renameSync(folders.path('demo/sub'), folders.path('../old'));
      renameSync(folders.path('../next'), folders.path('demo/sub'));
    });
    await until(exchange, async () => (await app.text('skill://demo/sub/deep/notes.md')) === 'two');
    await change(exchange, () => folders.write('demo/sub/deep/notes.md', 'three'));
    await until(exchange, async () => (await app.text('skill://demo/sub/deep/notes.md')) === 'three');
  });

  it('are told: a skill is gone', async () => {
    await start();
    const exchange = await listen();
    await change(exchange, () => rmSync(folders.path('demo'), { recursive: true }));
    await until(exchange, async () => (await app.skills()).length === 0);
    expect(await app.errorCode('resources/read', { uri: 'skill://demo/SKILL.md' })).toBe(-32602);
    expect((await app.result('server/discover'))['capabilities']).toHaveProperty('resources');
  });

  it('are told: a skill became wrong, and right again; the log has why', async () => {
    await start();
    const exchange = await listen();
    await change(exchange, () => folders.write('demo/SKILL.md', 'nothing'));
    await until(exchange, async () => (await app.skills()).length === 0);
    expect(app.warnings.at(-1)).toContain('demo/SKILL.md must begin with YAML');
    await change(exchange, () => folders.skill('demo'));
    await until(exchange, async () => (await app.skills()).length === 1);
  });

  it('are told when the whole directory is replaced, and noticed in the new one', async () => {
    await start();
    const exchange = await listen();
    folders.skill('../next/other');
    await change(exchange, () => {
      renameSync(folders.root, folders.path('../old'));
      renameSync(folders.path('../next'), folders.root);
    });
    await until(exchange, async () => (await app.skillUris())[0] === 'skill://other/SKILL.md');
    await change(exchange, () => folders.write('other/notes.md', 'x'));
    await until(exchange, async () => (await app.skills())[0]?.resources.length === 2);
  });

  it('are told when the directory is a link that is pointed elsewhere', async () => {
    folders.skill('../releases/1/first');
    folders.skill('../releases/2/second');
    const current = folders.path('../current');
    symlinkSync('releases/1', current);
    await start(current);
    expect(await app.skillUris()).toEqual(['skill://first/SKILL.md']);
    const exchange = await listen();
    await change(exchange, () => {
      unlinkSync(current);
      symlinkSync('releases/2', current);
    });
    await until(exchange, async () => (await app.skillUris())[0] === 'skill://second/SKILL.md');
  });

  it('are told in a session of 2025-11-25, on its stream', async () => {
    const path = folders.write('demo/notes.md', 'before');
    await start(folders.root, { sessions: true });
    const { client, running } = app;
    const { headers, message } = await client.legacy('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    });
    expect(message.result!['capabilities']).toMatchObject({
      resources: { subscribe: true, listChanged: true },
    });
    const session = {
      'mcp-session-id': headers.get('mcp-session-id')!,
      'mcp-protocol-version': '2025-11-25',
    };
    await client.legacy('resources/subscribe', { uri: 'skill://demo/notes.md' }, session);
    listener = new RawExchange(running.mcp, undefined, { ...session, accept: 'text/event-stream' });
    const stream = listener;
    await stream.until(({ response }) => response !== undefined);
    writeFileSync(path, 'later!');
    await stream.until(({ methods }) => methods.includes(LIST_CHANGED) && methods.includes(UPDATED));
  });

  it('are not told when everything is as it was', async () => {
    const path = folders.skill('demo');
    await start();
    const exchange = await listen('nest://marker');
    utimesSync(path, new Date(), new Date());
    mkdirSync(folders.path('demo/.hidden'));
    await app.running.app.get(ServedSkills).library!.refresh();
    // Comes after whatever there would have been to tell.
    app.running.app.get(McpNotifier).resourceUpdated('nest://marker');
    await exchange.until(({ methods }) => methods.includes(UPDATED));
    expect(tellings(exchange)).toBe(0);
  });

  it('are noticed by reading when nothing is watched: content and digest never differ', async () => {
    const path = folders.write('demo/notes.md', 'before');
    await start(folders.root, { skills: { watch: false } });
    const exchange = await listen();
    await change(exchange, () => {
      writeFileSync(path, 'later!');
      void app.text('skill://demo/notes.md');
    });
    expect(await app.text('skill://demo/notes.md')).toBe('later!');
    expect((await app.skills())[0]!.resources[1]!.digest).toBe(sha256('later!'));
    expect(app.running.app.get(ServedSkills).library!.watched).toBe(0);
  });

  it('are watched without keeping the process alive, and no longer after the end', async () => {
    await start();
    const library = app.running.app.get(ServedSkills).library!;
    expect(library.watched).toBeGreaterThan(0);
    expect(process.getActiveResourcesInfo()).not.toContain('FSEventWrap');
    await app.running.close();
    expect(library.watched).toBe(0);
  });
});
