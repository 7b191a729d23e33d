/** One file of a skill, as it was when it was last looked at. */
export interface SkillFile {
  readonly uri: string;
  /** The last part of its path. */
  readonly name: string;
  /** Where it really is, links resolved. */
  readonly path: string;
  readonly mimeType: string;
  /** Whether it is UTF-8, so that its text has exactly its bytes. */
  readonly isText: boolean;
  /** `sha256:` and 64 hexadecimal digits. */
  readonly digest: string;
  /** Bytes. */
  readonly size: number;
}

/** What the author wrote at the top of `SKILL.md`. */
export interface SkillFrontMatter {
  readonly name: string;
  readonly description: string;
  readonly [key: string]: unknown;
}

export interface Skill {
  /** That of its `SKILL.md`. */
  readonly uri: string;
  readonly frontMatter: SkillFrontMatter;
  /** All of its files, `SKILL.md` and those of skills inside it as well. */
  readonly files: readonly SkillFile[];
  /** The URIs of all folders in it, empty ones as well. */
  readonly folders: readonly string[];
}

/** Something on disk that is not offered, and why. */
export interface SkillProblem {
  readonly path: string;
  readonly message: string;
}
