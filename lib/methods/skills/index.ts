import type { ResolvedMcpOptions } from '../../mcp-options.defaults.js';
import type { Method } from '../../protocol/index.js';
import type { OuterExchange } from '../../replay/index.js';
import type { SkillSnapshot } from '../../skills/index.js';
import { ResourcesDirectoryReadMethod } from './resources-directory-read.method.js';
import { SkillsGetMethod } from './skills-get.method.js';
import { SkillsListMethod } from './skills-list.method.js';

export { skillContents } from './skill-contents.js';
export { skillResources } from './skill-resources.js';

export const SKILLS_EXTENSION = 'io.modelcontextprotocol/skills';

/** The methods of the skills extension, with its `directoryRead`. */
export function skillMethods(skills: SkillSnapshot, options: ResolvedMcpOptions): Method<OuterExchange>[] {
  return [
    new SkillsListMethod(skills, options),
    new SkillsGetMethod(skills, options),
    new ResourcesDirectoryReadMethod(skills, options),
  ];
}
