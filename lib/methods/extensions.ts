import type { SkillLibrary } from '../skills/index.js';
import { SKILLS_EXTENSION } from './skills/index.js';
import type { Tasks } from '../tasks/index.js';
import { TASKS_EXTENSION } from './tasks/index.js';

/** The settings of extensions, by their identifiers. */
export type Extensions = Readonly<Record<string, object>>;

/** What this server can do beyond the protocol. Legacy versions know of no extensions. */
export function extensionsOf(
  skills: SkillLibrary | undefined,
  tasks: Tasks | undefined,
): Extensions | undefined {
  return skills || tasks
    ? {
        ...(skills && { [SKILLS_EXTENSION]: { directoryRead: true } }),
        ...(tasks && { [TASKS_EXTENSION]: {} }),
      }
    : undefined;
}
