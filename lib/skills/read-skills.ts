import { realpath, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { FolderWalk, report } from './folder-walk.js';
import type { Folder } from './folder-walk.js';
import { foldersIn, isSkillFile, readSkill } from './read-skill.js';
import type { SkillReading } from './read-skill.js';
import { rootOf } from './skill-snapshot.js';
import { SKILL_FILE } from './skill-uri.js';
import type { Skill } from './skill.interface.js';

export type EnterFolder = (realPath: string) => Promise<void>;

/** The skills in all directories; where two have the same URI, that of the first directory. */
export async function readSkills(
  directories: readonly string[],
  enter: EnterFolder,
  reading: SkillReading,
): Promise<Skill[]> {
  const all: Skill[] = [];
  for (const directory of directories) {
    const skills = await readDirectory(directory, enter, reading);
    const free = skills.filter((skill) => {
      const rival = all.find((other) => overlap(rootOf(skill), rootOf(other)));
      if (rival) {
        const message = `has ${skill.uri}, where ${rival.uri} of an earlier directory is already. Rename one of them`;
        reading.problems.push({ path: directory, message });
      }
      return !rival;
    });
    all.push(...free);
  }
  return all.sort((left, right) => (left.uri < right.uri ? -1 : 1));
}

async function readDirectory(directory: string, enter: EnterFolder, reading: SkillReading): Promise<Skill[]> {
  let tree: Folder;
  try {
    const walk = new FolderWalk(await realpathOf(directory), enter);
    const isSkill = await exists(join(directory, SKILL_FILE));
    tree = await walk.start(directory, isSkill ? [basename(directory)] : []);
    reading.problems.push(...walk.problems);
  } catch (error) {
    report(reading.problems, directory, error);
    return [];
  }
  warnOfFoldersWithout(tree, reading);
  const skills: Skill[] = [];
  for (const folder of foldersIn(tree)) {
    const skill = folder.files.some(isSkillFile) ? await readSkill(folder, reading) : undefined;
    if (skill) {
      skills.push(skill);
    }
  }
  return skills;
}

/** Each folder at the top is meant to be a skill, or to have some. */
function warnOfFoldersWithout(tree: Folder, { problems }: SkillReading): void {
  if (tree.files.some(isSkillFile)) {
    return;
  }
  for (const folder of tree.folders) {
    const files = foldersIn(folder).flatMap((inner) => inner.files);
    if (!files.some(isSkillFile)) {
      const similar = files.find(
        ({ segments }) => segments.at(-1)!.toLowerCase() === SKILL_FILE.toLowerCase(),
      );
      problems.push({
        path: folder.path,
        message: similar
          ? `has no ${SKILL_FILE}. Rename ${similar.path}`
          : `has no ${SKILL_FILE}. Write one, or move the folder elsewhere`,
      });
    }
  }
}

/** Whether a file of one could have a URI of the other. */
function overlap(one: string, other: string): boolean {
  return `${one}/`.startsWith(`${other}/`) || `${other}/`.startsWith(`${one}/`);
}

async function realpathOf(directory: string): Promise<string> {
  return realpath(directory).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new Error('does not exist. Create it') : error;
  });
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
