import type { Dirent } from 'node:fs';
import { lstat, readdir, realpath } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { isPlainName } from './skill-uri.js';
import type { SkillProblem } from './skill.interface.js';

export interface FoundFile {
  /** The parts of its URI. */
  readonly segments: readonly string[];
  /** As a person finds it. */
  readonly path: string;
  /** With all links resolved. */
  readonly realPath: string;
  readonly size: number;
  /** Differs when the file has changed. */
  readonly stamp: string;
  readonly changedAt: number;
}

export interface Folder {
  readonly segments: readonly string[];
  readonly path: string;
  readonly files: readonly FoundFile[];
  readonly folders: readonly Folder[];
}

interface Place {
  readonly segments: readonly string[];
  readonly path: string;
  readonly realPath: string;
  /** The real paths of the folders that it is in. */
  readonly above: readonly string[];
}

/** Whoever has more has named the wrong folder. */
const MAXIMUM_ENTRIES = 50_000;

const EXHAUSTION: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN']);

class WalkLimitError extends Error {}

/** Hidden files are no part of a skill: `.git`, `.env`, `.DS_Store`, and what editors keep while a file is open. */
export function isHidden(name: string): boolean {
  return name.startsWith('.');
}

/** Finds the files in a folder. What it must not offer, it leaves out and says so. */
export class FolderWalk {
  readonly problems: SkillProblem[] = [];
  private count = 0;

  /**
   * @param root the folder that links must not lead out of, with all links resolved
   * @param enter is waited for before a folder is looked into
   */
  constructor(
    private readonly root: string,
    private readonly enter: (realPath: string) => Promise<void>,
  ) {}

  /** @param segments what its URIs begin with */
  start(path: string, segments: readonly string[]): Promise<Folder> {
    return this.read({ segments, path, realPath: this.root, above: [] });
  }

  private async read(place: Place): Promise<Folder> {
    await this.enter(place.realPath);
    const files: FoundFile[] = [];
    const folders: Folder[] = [];
    for (const entry of await this.entriesOf(place)) {
      const path = join(place.path, entry.name);
      if (++this.count > MAXIMUM_ENTRIES) {
        throw new WalkLimitError(
          `has more than ${MAXIMUM_ENTRIES} files and folders in it. Name a folder that has only skills`,
        );
      }
      try {
        await this.add(entry, { ...place, path }, files, folders);
      } catch (error) {
        if (error instanceof WalkLimitError) {
          throw error;
        }
        report(this.problems, path, error);
      }
    }
    return { segments: place.segments, path: place.path, files, folders };
  }

  private async entriesOf({ path, realPath }: Place): Promise<Dirent[]> {
    try {
      const entries = await readdir(realPath, { withFileTypes: true });
      return entries
        .filter(({ name }) => !isHidden(name))
        .sort((left, right) => (left.name < right.name ? -1 : 1));
    } catch (error) {
      report(this.problems, path, error);
      return [];
    }
  }

  private async add(entry: Dirent, parent: Place, files: FoundFile[], folders: Folder[]): Promise<void> {
    if (!isPlainName(entry.name)) {
      throw new Error('has a backslash, a control character or broken Unicode in its name. Rename it');
    }
    const segments = [...parent.segments, entry.name];
    const { path } = parent;
    const realPath = entry.isSymbolicLink() ? await this.follow(path) : join(parent.realPath, entry.name);
    const stats = await lstat(realPath, { bigint: true });
    if (stats.isDirectory()) {
      const above = [...parent.above, parent.realPath];
      if (above.includes(realPath)) {
        throw new Error('is a link to a folder that it is in. Remove the link');
      }
      folders.push(await this.read({ segments, path, realPath, above }));
    } else if (stats.isFile()) {
      const { dev, ino, size, mtimeNs, ctimeNs } = stats;
      files.push({
        segments,
        path,
        realPath,
        size: Number(size),
        stamp: [dev, ino, size, mtimeNs, ctimeNs].join(':'),
        changedAt: Number(stats.ctimeMs),
      });
    } else {
      throw new Error('is no regular file. Remove it');
    }
  }

  private async follow(link: string): Promise<string> {
    const target = await realpath(link).catch(() => undefined);
    if (target === undefined) {
      throw new Error('is a link that leads nowhere. Remove it, or put a file there');
    }
    const inside = relative(this.root, target);
    // Kubernetes mounts a ConfigMap as links to a folder such as `..2026_07_28_10_00_00.123`.
    if (isAbsolute(inside) || inside.split(sep).some((name) => isHidden(name) && !/^\.\.\d/.test(name))) {
      throw new Error(
        `is a link to ${target}, which is hidden or outside of ${this.root}. Put a copy in its place`,
      );
    }
    return target;
  }
}

/**
 * Writes down why something on disk is not offered. What is gone by now needs no word.
 *
 * @throws the error, when it says nothing of what is on disk: too many files are open, or the program is wrong
 */
export function report(problems: SkillProblem[], path: string, error: unknown): void {
  const { code } = error as NodeJS.ErrnoException;
  if (error instanceof TypeError || (code !== undefined && EXHAUSTION.has(code))) {
    throw error;
  }
  if (code !== 'ENOENT') {
    problems.push({ path, message: reasonOf(error) });
  }
}

/** Why something on disk is not offered. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EACCES' || code === 'EPERM') {
    return 'may not be read by this process. Change its permissions';
  }
  return code === undefined ? message : `cannot be read (${code})`;
}
