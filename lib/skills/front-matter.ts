import { isTextBytes, textOf } from './text-bytes.js';
import type { SkillFrontMatter } from './skill.interface.js';

const BLOCK = /^---[ \t]*\r?\n([\s\S]*?\n)?---[ \t]*(?:\r?\n|$)/;
const BYTE_ORDER_MARK = '\ufeff';

/** Agent Skills, "name field" and "description field". */
const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const LONGEST_NAME = 64;
const LONGEST_DESCRIPTION = 1_024;

/**
 * The front matter of a `SKILL.md`.
 *
 * @param folder the name of the folder that it is in
 * @throws Error that says what is wrong with it, and what to write
 */
export async function readFrontMatter(bytes: Uint8Array, folder: string): Promise<SkillFrontMatter> {
  if (!isTextBytes(bytes)) {
    throw new Error('is not UTF-8 text. Save it as UTF-8');
  }
  const text = textOf(bytes);
  if (text.startsWith(BYTE_ORDER_MARK)) {
    throw new Error('begins with a byte order mark, but must begin with "---". Save it as UTF-8 without one');
  }
  const block = BLOCK.exec(text);
  if (!block) {
    throw new Error(
      'must begin with YAML between two lines of "---", with at least "name" and "description"',
    );
  }
  const values = await parseYaml(block[1] ?? '');
  assertName(values['name'], folder);
  assertDescription(values['description']);
  return values as SkillFrontMatter;
}

async function parseYaml(text: string): Promise<Readonly<Record<string, unknown>>> {
  // Only applications with skills need it.
  const { parseDocument } = await import('yaml');
  let values: unknown;
  try {
    const document = parseDocument(text, { version: '1.2', logLevel: 'silent' });
    const [problem] = [...document.errors, ...document.warnings];
    if (problem) {
      throw problem;
    }
    values = document.toJS();
  } catch (error) {
    throw new Error(`has front matter that is no YAML: ${firstLine(error)}`);
  }
  if (typeof values !== 'object' || values === null || Array.isArray(values)) {
    throw new Error('must have keys and values as its front matter, at least "name" and "description"');
  }
  if (!isJson(values)) {
    throw new Error(
      'has a number in its front matter that JSON does not have, such as .inf. Put it in quotes',
    );
  }
  return values as Record<string, unknown>;
}

function assertName(name: unknown, folder: string): void {
  if (typeof name !== 'string' || name === '') {
    throw new Error('has no "name" in its front matter. It must be that of the folder');
  }
  if (name !== folder) {
    throw new Error(`has the name "${name}", but the folder is "${folder}". Rename one of them`);
  }
  if (name.length > LONGEST_NAME || !NAME.test(name)) {
    throw new Error(
      `has the name "${name}". Use 1 to ${LONGEST_NAME} of a-z, 0-9 and single hyphens between them`,
    );
  }
}

function assertDescription(description: unknown): void {
  if (typeof description !== 'string' || description.trim() === '') {
    throw new Error('has no "description" in its front matter. Say what the skill does and when to use it');
  }
  if (description.length > LONGEST_DESCRIPTION) {
    throw new Error(
      `has a description of ${description.length} characters. Shorten it to ${LONGEST_DESCRIPTION}`,
    );
  }
}

function isJson(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) {
    return Object.values(value).every(isJson);
  }
  return typeof value !== 'number' || Number.isFinite(value);
}

function firstLine(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  return line.replace(/:$/, '');
}
