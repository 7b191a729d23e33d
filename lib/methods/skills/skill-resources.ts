import { nameIn } from '../../skills/index.js';
import type { Skill, SkillFile, SkillSnapshot } from '../../skills/index.js';

interface ListedResource {
  readonly uri: string;
  readonly name: string;
  readonly description?: string;
  readonly mimeType: string;
  readonly size?: number;
}

const DIRECTORY = 'inode/directory';

/** What `resources/list` has of the skills: one entry each, from which clients without the extension learn of them. */
export function skillResources(snapshot: SkillSnapshot): ListedResource[] {
  return snapshot.skills.map(({ uri }) => childResource(snapshot, uri));
}

/** A file or folder as it is listed. */
export function childResource(snapshot: SkillSnapshot, uri: string): ListedResource {
  const file = snapshot.file(uri);
  return file ? fileResource(file, snapshot.skill(uri)) : { uri, name: nameIn(uri), mimeType: DIRECTORY };
}

/** @param skill the one whose `SKILL.md` this is */
function fileResource({ uri, name, mimeType, size }: SkillFile, skill: Skill | undefined): ListedResource {
  return skill
    ? {
        uri,
        name: skill.frontMatter.name,
        description: skill.frontMatter.description,
        mimeType,
        size,
      }
    : { uri, name, mimeType, size };
}
