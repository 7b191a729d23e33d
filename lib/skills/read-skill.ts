import { mimeTypeOf } from './file-type.js';
import { digestOf } from './file-digests.js';
import type { FileDigests } from './file-digests.js';
import { report } from './folder-walk.js';
import type { Folder, FoundFile } from './folder-walk.js';
import { readFrontMatter } from './front-matter.js';
import { readRegularFile } from './regular-file.js';
import { SKILL_FILE, skillUri } from './skill-uri.js';
import type { Skill, SkillFile, SkillFrontMatter, SkillProblem } from './skill.interface.js';

/** Skills extension, "Limits": what every client takes. */
const MAXIMUM_FILES = 512;
const MAXIMUM_BYTES = 16 * 1024 * 1024;

export interface SkillReading {
  readonly digests: FileDigests;
  /** Bytes of one file. */
  readonly maxFileBytes: number;
  /** Where what is left out is written down. */
  readonly problems: SkillProblem[];
}

/** The skill in a folder with a `SKILL.md`; undefined when it cannot be offered. */
export async function readSkill(folder: Folder, reading: SkillReading): Promise<Skill | undefined> {
  const { problems } = reading;
  const found = filesIn(folder);
  const tooMuch = limitProblem(found, reading.maxFileBytes);
  if (tooMuch) {
    problems.push({ path: folder.path, message: tooMuch });
    return undefined;
  }
  const main = folder.files.find(isSkillFile)!;
  let frontMatter: SkillFrontMatter;
  try {
    const bytes = await readRegularFile(main.realPath, reading.maxFileBytes);
    frontMatter = await readFrontMatter(bytes, folder.segments.at(-1)!);
    if ((await reading.digests.of(main, reading.maxFileBytes)).digest !== digestOf(bytes)) {
      throw new Error('is being written. It is read again when that ends');
    }
  } catch (error) {
    report(problems, main.path, error);
    return undefined;
  }
  const files: SkillFile[] = [];
  for (const file of found) {
    try {
      files.push(await describe(file, reading));
    } catch (error) {
      report(problems, file.path, error);
    }
  }
  const uri = skillUri(main.segments);
  return files.some((file) => file.uri === uri)
    ? { uri, frontMatter, files, folders: foldersIn(folder).map(({ segments }) => skillUri(segments)) }
    : undefined;
}

export function isSkillFile({ segments }: FoundFile): boolean {
  return segments.at(-1) === SKILL_FILE;
}

/** A folder and all folders in it. */
export function foldersIn(folder: Folder): Folder[] {
  return [folder, ...folder.folders.flatMap(foldersIn)];
}

function filesIn(folder: Folder): FoundFile[] {
  return foldersIn(folder).flatMap(({ files }) => files);
}

function limitProblem(files: readonly FoundFile[], maxFileBytes: number): string | undefined {
  if (files.length > MAXIMUM_FILES) {
    return `has ${files.length} files; a skill has at most ${MAXIMUM_FILES}. Move some out of the folder`;
  }
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  if (bytes > MAXIMUM_BYTES) {
    return `has ${bytes} bytes in its files; a skill has at most ${MAXIMUM_BYTES}. Move some out of the folder`;
  }
  const large = files.find(({ size }) => size > maxFileBytes);
  return (
    large &&
    `has a file of ${large.size} bytes, ${large.path}; the option maxBlobBytes allows ${maxFileBytes}. Raise it, or move the file out of the folder`
  );
}

async function describe(file: FoundFile, { digests, maxFileBytes }: SkillReading): Promise<SkillFile> {
  const { digest, size, isText } = await digests.of(file, maxFileBytes);
  const name = file.segments.at(-1)!;
  return {
    uri: skillUri(file.segments),
    name,
    path: file.realPath,
    mimeType: mimeTypeOf(name, isText),
    isText,
    digest,
    size,
  };
}
