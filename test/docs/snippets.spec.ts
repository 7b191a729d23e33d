import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { DEFAULT_OPTIONS } from '../../lib/mcp-options.defaults.js';
import { answerOf } from './exchange.js';
import type { Block } from './markdown.js';
import { listPages, readBlocks, readPage, readProse, ROOT } from './markdown.js';
import type { Platform } from './page-app.js';
import { startPageApp } from './page-app.js';
import { checkSnippets } from './snippet-checker.js';

/**
 * Conventions of the documentation that are checked here:
 *
 * - A `ts` block is a module of its own, with its imports. What a page exports is the application of that page.
 * - A `json call` block is `params` of a `tools/call`, and the next `json result` block what the page's application answers.
 * - A `json tool` block is what `tools/list` says of a tool, as far as it goes: keys that are left out are not compared.
 * - An `http` block that begins with a request line is sent to the page's application, and the next one is its answer.
 *   Headers that are not written out are not compared.
 * - A `ts no-run` block is type-checked only.
 */
const pages = listPages();
const blocks = pages.flatMap(readBlocks);

describe('snippets', () => {
  it('type-check, each as a module of its own', () => {
    const snippets = blocks.filter(({ language }) => language === 'ts');
    expect(snippets.length).toBeGreaterThan(15);
    expect(checkSnippets(snippets)).toEqual([]);
  }, 120_000);

  it('are valid JSON when they are marked so', () => {
    for (const { page, line, code } of blocks.filter(({ language }) => language === 'json')) {
      expect(isJson(code) ? '' : `${page}:${line}`).toBe('');
    }
  });
});

describe.each(['fastify', 'express'] as const)('exchanges on %s', (platform) => {
  for (const page of pages) {
    const exchanges = exchangesOf(readBlocks(page));
    if (exchanges.length === 0) {
      continue;
    }
    it(`are answered as ${page} shows`, async () => {
      const problems = await runExchanges(page, exchanges, platform);
      expect(problems).toEqual([]);
    }, 60_000);
  }
});

describe('links', () => {
  it.each(pages)('of %s lead somewhere', (page) => {
    const broken = [...readProse(page).matchAll(/\]\(([^)\s]+)\)/g)]
      .map((match) => match[1]!)
      .filter((link) => !/^[a-z]+:/.test(link) && !leadsSomewhere(page, link));
    expect(broken).toEqual([]);
  });
});

describe('docs/options.md', () => {
  const rows = new Map(
    [...readPage('docs/options.md').matchAll(/^\| `(\w+)` +\| (.+?) +\| (.+?) +\|$/gm)].map((match) => [
      match[1]!,
      match[2]!,
    ]),
  );

  it('names every option, and no other', () => {
    expect([...rows.keys()].sort()).toEqual(
      [...membersOf('McpModuleOptions'), ...membersOf('McpModuleExtras')].sort(),
    );
  });

  it.each(membersOf('McpModuleOptions'))('has the default of %s', (name) => {
    const documented = rows.get(name)!;
    const expected = (DEFAULT_OPTIONS as Record<string, unknown>)[name];
    if (expected === undefined) {
      expect(documented).toBe('none');
    } else {
      expect(valueOf(documented)).toEqual(expected);
    }
  });
});

interface Exchange {
  readonly asked: Block;
  readonly answered: Block;
}

/** Each block that asks, with the block that answers it. */
function exchangesOf(all: readonly Block[]): Exchange[] {
  const relevant = all.filter(
    ({ language, mark }) => language === 'http' || (language === 'json' && mark !== ''),
  );
  const exchanges: Exchange[] = [];
  for (let index = 0; index < relevant.length; index++) {
    const asked = relevant[index]!;
    if (asked.mark === 'tool') {
      exchanges.push({ asked, answered: asked });
      continue;
    }
    const answered = relevant[++index];
    if (!answered || !answers(asked, answered)) {
      throw new Error(`${asked.page}:${asked.line} has no answer`);
    }
    exchanges.push({ asked, answered });
  }
  return exchanges;
}

function answers(asked: Block, answered: Block): boolean {
  return asked.language === 'http'
    ? !asked.code.startsWith('HTTP/') && answered.code.startsWith('HTTP/')
    : asked.mark === 'call' && answered.mark === 'result';
}

async function runExchanges(
  page: string,
  exchanges: readonly Exchange[],
  platform: Platform,
): Promise<string[]> {
  const app = await startPageApp(
    readBlocks(page).filter(({ language, mark }) => language === 'ts' && mark !== 'no-run'),
    platform,
  );
  const problems: string[] = [];
  try {
    const url = await app.getUrl();
    for (const { asked, answered } of exchanges) {
      const { expected, actual } = await answerOf(url, asked, answered);
      try {
        expect(actual).toEqual(expected);
      } catch {
        problems.push(
          `${answered.page}:${answered.line}: the answer is ${JSON.stringify(actual)}, not ${JSON.stringify(expected)}`,
        );
      }
    }
  } finally {
    await app.close();
  }
  return problems;
}

function leadsSomewhere(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : join(dirname(page), path);
  if (!existsSync(join(ROOT, target))) {
    return false;
  }
  return anchor === undefined || anchorsOf(target).includes(anchor);
}

/** As GitHub makes them of headings. */
function anchorsOf(page: string): string[] {
  return [...readPage(page).matchAll(/^#+ (.+)$/gm)].map((match) =>
    match[1]!
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  );
}

function membersOf(interfaceName: string): string[] {
  const path = join(ROOT, 'lib/mcp.options.ts');
  const file = ts.createSourceFile(path, ts.sys.readFile(path)!, ts.ScriptTarget.ES2022);
  const declaration = file.statements.find(
    (statement): statement is ts.InterfaceDeclaration =>
      ts.isInterfaceDeclaration(statement) && statement.name.text === interfaceName,
  );
  return declaration!.members.map(({ name }) => (name as ts.Identifier).text);
}

/** The value of the code span at the start of a table cell. */
function valueOf(cell: string): unknown {
  const code = /^`([^`]+)`/.exec(cell)?.[1];
  // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call
  return code === undefined ? cell : new Function(`return (${code});`)();
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
