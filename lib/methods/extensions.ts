import type { SkillLibrary } from '../skills/index.js';
import { SKILLS_EXTENSION } from './skills/index.js';

/** The settings of extensions, by their identifiers. */
export type Extensions = Readonly<Record<string, object>>;

/** What this server can do beyond the protocol. Legacy versions know of no extensions. */
export function extensionsOf(skills: SkillLibrary | undefined): Extensions | undefined {
  return skills && { [SKILLS_EXTENSION]: { directoryRead: true } };
}
