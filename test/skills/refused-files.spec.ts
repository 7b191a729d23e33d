import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { canonicalSkillUri } from '../../lib/skills/index.js';
import { PLATFORMS } from '../support/running-app.js';
import { SkillFolders, startSkills } from './skill-folders.fixture.js';
import type { SkillApp } from './skill-folders.fixture.js';

const SECRET = 'nobody may read this';

/** Each would be the secret beside the folder of the skills, or what is hidden in it, if it were taken for a path. */
const ATTACKS = [
  'skill://demo/../../outside/secret.md',
  'skill://demo/%2e%2e/%2e%2e/outside/secret.md',
  'skill://demo/%2E%2E/..%2foutside/secret.md',
  'skill://demo/..%2f..%2foutside%2fsecret.md',
  'skill://demo/..%5c..%5coutside%5csecret.md',
  'skill://demo/..\\..\\outside\\secret.md',
  'skill://demo/%252e%252e/%252e%252e/outside/secret.md',
  'skill://../outside/secret.md',
  'skill://%2e%2e/outside/secret.md',
  'skill:///outside/secret.md',
  'skill:////etc/passwd',
  'skill://demo//etc/passwd',
  'skill://demo/%2fetc%2fpasswd',
  'skill:///dev/zero',
  'skill://demo/SKILL.md%00.png',
  'skill://demo/SKILL.md\u0000',
  'skill://demo/./SKILL.md',
  'skill://demo/nested/../SKILL.md',
  'skill://demo/SKILL.md/',
  'skill://demo/SKILL.md?x',
  'skill://demo/SKILL.md#x',
  'skill://demo/%',
  'skill://demo/%c0%ae%c0%ae/secret.md',
  'skill://demo/.env',
  'skill://demo/%2eenv',
  'skill://demo/.git/config',
  'SKILL://demo/SKILL.md',
  'file:///etc/passwd',
  '/etc/passwd',
  'skill://__proto__/constructor',
  'skill://',
  '',
];

describe('The URI of a file', () => {
  it.each(['/../a', '/%2e%2e/a', '/..%2fa', '/a%5cb', '/a\\b', '//a', '/a/', '/%00', '/%', '/.', '/\ud800'])(
    'is none with %j in it',
    (part) => expect(canonicalSkillUri(`skill://demo${part}`)).toBeUndefined(),
  );

  it.each([
    ['skill://demo/a b.md', 'skill://demo/a%20b.md'],
    ['skill://demo/%61.md', 'skill://demo/a.md'],
    ['skill://demo/ü', 'skill://demo/%C3%BC'],
  ])('is one, however it is written: %s', (uri, canonical) => expect(canonicalSkillUri(uri)).toBe(canonical));
});

describe.each(PLATFORMS)('Files that are not of a skill on %s', (platform) => {
  let folders: SkillFolders;
  let app: SkillApp | undefined;

  beforeEach(() => {
    folders = new SkillFolders();
    folders.skill('demo');
    folders.write('../outside/secret.md', SECRET);
  });

  afterEach(async () => {
    await app?.running.close();
    app = undefined;
    folders.remove();
  });

  async function start(): Promise<SkillApp> {
    app = await startSkills(platform, folders.root);
    return app;
  }

  function filesOf(skills: Awaited<ReturnType<SkillApp['skills']>>): string[] {
    return skills.flatMap(({ resources }) => resources.map(({ uri }) => uri));
  }

  it.each(ATTACKS)('are not reached by %j', async (uri) => {
    folders.write('demo/.env', SECRET);
    folders.write('demo/.git/config', SECRET);
    const { client } = await start();
    for (const method of ['resources/read', 'skills/get', 'resources/directory/read']) {
      const encoded = `=?base64?${Buffer.from(uri).toString('base64')}?=`;
      const { message, text } = await client.modern(method, { uri }, { 'mcp-name': encoded });
      expect(message.error?.code).toBe(-32602);
      expect(text).not.toContain(SECRET);
    }
  });

  it('are those that are hidden, without a word', async () => {
    folders.write('demo/.env', SECRET);
    folders.write('demo/.git/config', SECRET);
    folders.skill('.hidden/inner');
    const { warnings } = await start();
    expect(filesOf(await app!.skills())).toEqual(['skill://demo/SKILL.md']);
    expect(warnings).toEqual([]);
  });

  it('are links that lead out of the folder, to what is hidden, in a circle, or nowhere', async () => {
    folders.write('.private/key.md', SECRET);
    const links = {
      'demo/file.md': join(folders.outside, 'secret.md'),
      'demo/folder': folders.outside,
      'demo/relative.md': '../../outside/secret.md',
      'demo/hidden.md': folders.path('.private/key.md'),
      'demo/circle': folders.root,
      'demo/itself': '.',
      'demo/nowhere.md': 'missing.md',
      'demo/device': '/dev/zero',
      'demo/chain.md': 'file.md',
    };
    Object.entries(links).forEach(([link, target]) => symlinkSync(target, folders.path(link)));
    const { warnings } = await start();
    expect(filesOf(await app!.skills())).toEqual(['skill://demo/SKILL.md']);
    for (const link of Object.keys(links)) {
      expect(warnings.filter((warning) => warning.includes(`${folders.path(link)} is a link`))).toHaveLength(
        1,
      );
      expect(await app!.errorCode('resources/read', { uri: `skill://${link}` })).toBe(-32602);
    }
  });

  it('are skills behind a link that leads out', async () => {
    const other = join(folders.outside, 'other');
    mkdirSync(other);
    writeFileSync(join(other, 'SKILL.md'), '---\nname: other\ndescription: Other\n---\n');
    symlinkSync(other, folders.path('other'));
    symlinkSync(join(other, 'SKILL.md'), folders.path('demo/linked.md'));
    await start();
    expect(filesOf(await app!.skills())).toEqual(['skill://demo/SKILL.md']);
  });

  it('are not links that stay in the folder, to files and to folders', async () => {
    folders.write('shared/LICENSE', 'MIT');
    folders.skill('shared/base');
    symlinkSync('../shared/LICENSE', folders.path('demo/LICENSE'));
    symlinkSync('../shared/base', folders.path('demo/parts'));
    const { warnings } = await start();
    expect(await app!.text('skill://demo/LICENSE')).toBe('MIT');
    expect(await app!.text('skill://demo/parts/SKILL.md')).toContain('# base');
    // Another name than its folder here: no skill of its own, but a file of this one.
    expect(await app!.skillUris()).toEqual(['skill://demo/SKILL.md', 'skill://shared/base/SKILL.md']);
    expect(warnings).toEqual([expect.stringContaining('has the name "base", but the folder is "parts"')]);
  });

  it('are not the links of a ConfigMap that Kubernetes mounted', async () => {
    folders.write('..2026_07_28_10_00_00.1/SKILL.md', '---\nname: skills\ndescription: Mounted\n---\n');
    symlinkSync('..2026_07_28_10_00_00.1', folders.path('..data'));
    symlinkSync('..data/SKILL.md', folders.path('SKILL.md'));
    await start();
    expect(await app!.text('skill://skills/SKILL.md')).toContain('Mounted');
  });

  it('are pipes, which nobody waits for', async () => {
    execFileSync('mkfifo', [folders.path('demo/pipe.md')]);
    const { warnings } = await start();
    expect(warnings).toEqual([expect.stringContaining('pipe.md is no regular file. Remove it.')]);
    expect(await app!.errorCode('resources/read', { uri: 'skill://demo/pipe.md' })).toBe(-32602);
  });

  it('are names that another system would take for a path', async () => {
    folders.write('demo/sub\\..\\evil.md', 'x');
    folders.write('demo/new\nline.md', 'x');
    const { warnings } = await start();
    expect(filesOf(await app!.skills())).toEqual(['skill://demo/SKILL.md']);
    expect(warnings).toEqual([
      // One line in the log, whatever the name.
      expect.stringContaining(
        'demo/new\\u000aline.md has a backslash, a control character or broken Unicode',
      ),
      expect.stringContaining('demo/sub\\..\\evil.md has a backslash'),
    ]);
  });

  it('are files that became links after they were found', async () => {
    folders.write('demo/late.md', 'fine');
    folders.write('demo/sub/late.md', 'fine');
    app = await startSkills(platform, folders.root, { skills: { watch: false } });
    writeFileSync(join(folders.outside, 'late.md'), SECRET);
    renameSync(folders.path('demo/late.md'), folders.path('demo/moved.md'));
    symlinkSync(join(folders.outside, 'secret.md'), folders.path('demo/late.md'));
    renameSync(folders.path('demo/sub'), folders.path('demo/away'));
    symlinkSync(folders.outside, folders.path('demo/sub'));
    for (const uri of ['skill://demo/late.md', 'skill://demo/sub/late.md']) {
      expect(await app.errorCode('resources/read', { uri })).toBe(-32602);
    }
    expect(await app.text('skill://demo/moved.md')).toBe('fine');
  });
});
