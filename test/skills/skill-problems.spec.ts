import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { resolveOptions } from '../../lib/mcp-options.resolver.js';
import { reasonOf, report } from '../../lib/skills/folder-walk.js';
import { SkillLibrary } from '../../lib/skills/skill-library.js';
import type { McpSkillsOptions } from '../../lib/index.js';
import { PLATFORMS } from '../support/running-app.js';
import { SkillFolders, startSkills } from './skill-folders.fixture.js';
import type { SkillProblem } from '../../lib/skills/skill.interface.js';
import type { SkillApp } from './skill-folders.fixture.js';

const MAIN = 'wrong/SKILL.md';

/** What is written to `wrong/SKILL.md`, and what the boot says of it. */
const WRONG: [string, string | Uint8Array, string][] = [
  ['no front matter', '# Wrong\n', 'must begin with YAML between two lines of "---"'],
  ['front matter without an end', '---\nname: wrong\n', 'must begin with YAML'],
  ['a byte order mark', '\ufeff---\nname: wrong\ndescription: x\n---\n', 'begins with a byte order mark'],
  ['an empty file', '', 'must begin with YAML'],
  ['empty front matter', '---\n---\n', 'must have keys and values as its front matter'],
  ['a list', '---\n- name\n---\n', 'must have keys and values'],
  ['broken YAML', '---\nname: [wrong\n---\n', 'has front matter that is no YAML: '],
  [
    'a colon in plain text',
    '---\nname: wrong\ndescription: do: this\n---\n',
    'has front matter that is no YAML: ',
  ],
  [
    'a key twice',
    '---\nname: wrong\nname: wrong\n---\n',
    'has front matter that is no YAML: Map keys must be unique',
  ],
  ['a tag', '---\nname: wrong\ndescription: !x y\n---\n', 'has front matter that is no YAML: '],
  ['infinity', '---\nname: wrong\ndescription: x\nmax: .inf\n---\n', 'has a number in its front matter'],
  [
    'more aliases than a mind can hold',
    `---\nname: wrong\ndescription: x\na: &a [x,x,x,x,x,x,x,x,x]\n${[...'bcdefgh']
      .map((key, index) => `${key}: &${key} [${Array(9).fill(`*${'abcdefg'[index]}`).join(',')}]`)
      .join('\n')}\n---\n`,
    'has front matter that is no YAML: Excessive alias count',
  ],
  [
    'deep nesting',
    `---\nname: wrong\ndescription: ${'['.repeat(100_000)}\n---\n`,
    'has front matter that is no YAML: ',
  ],
  ['no name', '---\ndescription: x\n---\n', 'has no "name"'],
  ['a number as its name', '---\nname: 5\ndescription: x\n---\n', 'has no "name"'],
  [
    'another name',
    '---\nname: right\ndescription: x\n---\n',
    'has the name "right", but the folder is "wrong". Rename',
  ],
  ['no description', '---\nname: wrong\n---\n', 'has no "description"'],
  ['a blank description', '---\nname: wrong\ndescription: " "\n---\n', 'has no "description"'],
  [
    'a long description',
    `---\nname: wrong\ndescription: ${'x'.repeat(1025)}\n---\n`,
    'has a description of 1025 characters. Shorten it to 1024',
  ],
  ['bytes that are no UTF-8', Buffer.from([0x2d, 0xff, 0xfe]), 'is not UTF-8 text'],
];

describe.each(PLATFORMS)('A wrong skill on %s', (platform) => {
  let folders: SkillFolders;
  let app: SkillApp | undefined;

  beforeEach(() => {
    folders = new SkillFolders();
    folders.skill('right');
  });

  afterEach(async () => {
    await app?.running.close();
    app = undefined;
    folders.remove();
  });

  /** The other skill is offered in any case. */
  async function warnings(options?: Parameters<typeof startSkills>[2]): Promise<readonly string[]> {
    app = await startSkills(platform, folders.root, options);
    expect(await app.skillUris()).toEqual(['skill://right/SKILL.md']);
    return app.warnings;
  }

  it.each(WRONG)('with %s is left out, and the boot says why', async (_, content, message) => {
    const path = folders.write(MAIN, content);
    expect(await warnings()).toEqual([expect.stringContaining(`${path} ${message}`)]);
    expect(await app!.errorCode('resources/read', { uri: 'skill://wrong/SKILL.md' })).toBe(-32602);
  });

  it.each(['Upper', 'with_underscore', '-first', 'last-', 'dou--ble', 'x'.repeat(65), 'ünicode'])(
    'named %s is left out',
    async (name) => {
      folders.skill(name);
      expect(await warnings()).toEqual([
        expect.stringContaining(`has the name "${name}". Use 1 to 64 of a-z, 0-9 and single hyphens`),
      ]);
    },
  );

  it('without SKILL.md is warned of, and the name it may have instead', async () => {
    folders.write('empty/notes.md', 'x');
    const similar = folders.write('lower/skill.md', 'x');
    expect(await warnings()).toEqual([
      expect.stringContaining(`${folders.path('empty')} has no SKILL.md. Write one`),
      expect.stringContaining(`${folders.path('lower')} has no SKILL.md. Rename ${similar}`),
    ]);
  });

  it('with more than 512 files is left out; one with 512 is not', async () => {
    for (let index = 1; index < 512; index++) {
      folders.write(`right/${index}.txt`, 'x');
    }
    folders.skill('wrong');
    for (let index = 0; index < 512; index++) {
      folders.write(`wrong/${index}.txt`, 'x');
    }
    expect(await warnings()).toEqual([
      expect.stringContaining('wrong has 513 files; a skill has at most 512'),
    ]);
    expect((await app!.skills())[0]!.resources).toHaveLength(512);
  });

  it('with more than 16 MiB in all is left out', async () => {
    folders.skill('wrong');
    folders.write('wrong/a.bin', Buffer.alloc(8 * 1024 * 1024));
    folders.write('wrong/b.bin', Buffer.alloc(8 * 1024 * 1024));
    expect(await warnings()).toEqual([
      expect.stringMatching(/wrong has 167\d{5} bytes in its files; .* at most 16777216/),
    ]);
  });

  it('with a file larger than maxBlobBytes is left out', async () => {
    folders.skill('wrong');
    const path = folders.write('wrong/a.bin', Buffer.alloc(1_001));
    expect(await warnings({ maxBlobBytes: 1_000 })).toEqual([
      expect.stringContaining(`has a file of 1001 bytes, ${path}; the option maxBlobBytes allows 1000`),
    ]);
  });

  it('in the place of a skill of an earlier directory is left out', async () => {
    folders.skill('second/right', 'Another');
    folders.skill('first/right');
    app = await startSkills(platform, [folders.path('first'), folders.path('second')]);
    expect((await app.skills()).map(({ frontmatter }) => frontmatter['description'])).toEqual([
      'What first/right is for',
    ]);
    expect(app.warnings).toEqual([expect.stringContaining('second has skill://right/SKILL.md, where')]);
  });

  it('in a folder that does not exist stops the boot', async () => {
    const missing = folders.path('missing');
    await expect(startSkills(platform, missing)).rejects.toThrow(
      `"skills.directory" must be a folder, but ${missing} does not exist. Create it`,
    );
    await expect(startSkills(platform, folders.path('right/SKILL.md'))).rejects.toThrow('SKILL.md is none');
  });
});

describe('What the system says of a file', () => {
  it.each([
    ['EACCES', 'may not be read by this process. Change its permissions'],
    ['ELOOP', 'cannot be read (ELOOP)'],
  ])('%s is told in words', (code, expected) => {
    // The tests may run as root, whom no file refuses.
    expect(reasonOf(Object.assign(new Error('failed'), { code }))).toBe(expected);
  });
});

describe('A look at the folders', () => {
  it('does not go on when the process has too many files open, and skips what is gone', () => {
    const failure = (code: string) => Object.assign(new Error('failed'), { code });
    expect(() => report([], 'path', failure('EMFILE'))).toThrow('failed');
    const problems: SkillProblem[] = [];
    report(problems, 'gone', failure('ENOENT'));
    report(problems, 'closed', failure('EACCES'));
    expect(problems.map(({ path }) => path)).toEqual(['closed']);
  });

  it('that fails is told, and brings nothing down', async () => {
    const folders = new SkillFolders();
    folders.skill('demo');
    const warnings: string[] = [];
    const library = new SkillLibrary({
      directories: [folders.root],
      watch: true,
      maxFileBytes: 1_000,
      warn: (text) => void warnings.push(text),
      changed: () => {
        throw new Error('nobody listens');
      },
    });
    await library.open();
    await library.close();
    folders.remove();
    expect(warnings).toEqual(['The skills could not be looked at and stay as they were: nobody listens.']);
  });
});

describe('The option skills', () => {
  it.each([
    [null, 'must be an object'],
    ['skills', 'must be an object'],
    [[], 'must be an object'],
    [{}, 'must have the path of a folder'],
    [{ directory: '' }, 'must have the path of a folder'],
    [{ directory: [] }, 'must have the path of a folder'],
    [{ directory: ['skills', 5] }, 'must have the path of a folder'],
    [{ directory: 'skills', watch: 1 }, 'must have true or false as its "watch"'],
    [{ directory: 'skills', folder: 'x' }, 'has the key "folder", but takes only directory, watch'],
  ])('is refused as %j', (skills, message) => {
    expect(() => resolveOptions({ skills: skills as McpSkillsOptions })).toThrow(`"skills" ${message}`);
  });
});
