export { ServedSkills } from './served-skills.js';
export type { SkillLibrary } from './skill-library.js';
export { rootOf } from './skill-snapshot.js';
export type { SkillSnapshot } from './skill-snapshot.js';
export { canonicalSkillUri, nameIn } from './skill-uri.js';
export { textOf } from './text-bytes.js';
export type { Skill, SkillFile } from './skill.interface.js';
