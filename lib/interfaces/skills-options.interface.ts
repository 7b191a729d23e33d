/**
 * Which folders are offered as skills: instructions with files beside them, that a client loads when it needs them.
 *
 * @see https://agentskills.io/specification
 * @publicApi
 */
export interface McpSkillsOptions {
  /**
   * The folder of the skills, or several. Every folder in it with a `SKILL.md`, at any depth, is a skill; a folder that
   * has a `SKILL.md` itself is one. A relative path begins at the working directory of the process.
   */
  directory: string | readonly string[];
  /**
   * Whether changes of the folders are noticed while the application runs. Costs one watch of the operating system for
   * each folder, and nothing per request. Without, a changed file is noticed when it is read.
   *
   * @default true
   */
  watch?: boolean;
}
