import { foldersAbove, parentOf } from './skill-uri.js';
import type { Skill, SkillFile } from './skill.interface.js';

/** All skills as they were at one moment. Never changed. */
export class SkillSnapshot {
  private readonly skillsByUri: ReadonlyMap<string, Skill>;
  private readonly filesByUri = new Map<string, SkillFile>();
  /** The URIs of what is directly in a folder. */
  private readonly children = new Map<string, Set<string>>();

  constructor(readonly skills: readonly Skill[] = []) {
    this.skillsByUri = new Map(skills.map((skill) => [skill.uri, skill]));
    for (const { files, folders } of skills) {
      for (const file of files) {
        this.filesByUri.set(file.uri, file);
        this.place(file.uri);
      }
      for (const folder of folders) {
        this.childrenOf(folder);
        this.place(folder);
      }
    }
  }

  skill(uri: string): Skill | undefined {
    return this.skillsByUri.get(uri);
  }

  file(uri: string): SkillFile | undefined {
    return this.filesByUri.get(uri);
  }

  /** The URIs of the files and folders directly in a folder, in the order of listing; undefined for what is no folder. */
  folder(uri: string): string[] | undefined {
    const children = this.children.get(uri);
    return children && [...children].sort();
  }

  /** The files that are not the same in another snapshot, or only in one of both. */
  differences(other: SkillSnapshot): string[] {
    const uris = new Set([...this.filesByUri.keys(), ...other.filesByUri.keys()]);
    return [...uris].filter((uri) => this.file(uri)?.digest !== other.file(uri)?.digest);
  }

  private place(uri: string): void {
    let child = uri;
    for (const folder of foldersAbove(uri)) {
      this.childrenOf(folder).add(child);
      child = folder;
    }
  }

  private childrenOf(folder: string): Set<string> {
    const children = this.children.get(folder) ?? new Set();
    this.children.set(folder, children);
    return children;
  }
}

/** The folder that is the skill itself. */
export function rootOf({ uri }: Skill): string {
  return parentOf(uri);
}
