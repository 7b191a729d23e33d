import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');

/** A fenced block of a page. */
export interface Block {
  /** `docs/tools.md` */
  readonly page: string;
  /** Line of the first line of `code`, from 1. */
  readonly line: number;
  /** `ts` */
  readonly language: string;
  /** What follows the language: `call` of "json call". */
  readonly mark: string;
  readonly code: string;
}

/** Every page whose snippets and links are checked. */
export function listPages(): string[] {
  const docs = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md'));
  const samples = readdirSync(join(ROOT, 'sample')).map((name) => `sample/${name}/README.md`);
  return ['README.md', ...docs.map((name) => `docs/${name}`), ...samples];
}

export function readPage(page: string): string {
  return readFileSync(join(ROOT, page), 'utf8');
}

/** The fenced blocks of a page, in order. */
export function readBlocks(page: string): Block[] {
  const blocks: Block[] = [];
  let open: { line: number; info: string; code: string[] } | undefined;
  readPage(page)
    .split('\n')
    .forEach((text, index) => {
      const fence = /^ *```(.*)$/.exec(text);
      if (!fence) {
        open?.code.push(text);
      } else if (!open) {
        open = { line: index + 2, info: fence[1]!.trim(), code: [] };
      } else {
        const [language = '', ...mark] = open.info.split(' ');
        blocks.push({ page, line: open.line, language, mark: mark.join(' '), code: open.code.join('\n') });
        open = undefined;
      }
    });
  if (open) {
    throw new Error(`${page}:${open.line - 1} opens a block that is never closed`);
  }
  return blocks;
}

/** The text of a page without its fenced blocks and code spans. */
export function readProse(page: string): string {
  return readPage(page)
    .replace(/^ *```[\s\S]*?^ *```$/gm, '')
    .replace(/`[^`\n]*`/g, '');
}
