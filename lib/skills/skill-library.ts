import { stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { digestOf, FileDigests } from './file-digests.js';
import { FolderWatcher } from './folder-watcher.js';
import { readSkills } from './read-skills.js';
import { readRegularFile } from './regular-file.js';
import { SkillSnapshot } from './skill-snapshot.js';
import { canonicalSkillUri } from './skill-uri.js';
import type { SkillFile, SkillProblem } from './skill.interface.js';
import type { ResolvedSkillsOptions } from './skills-options.js';

export interface SkillLibraryOptions extends ResolvedSkillsOptions {
  readonly maxFileBytes: number;
  /** Told of what is left out, once. */
  readonly warn: (text: string) => void;
  /** Told of the files that are new, changed or gone. */
  readonly changed: (uris: readonly string[]) => void;
}

/** Several files are written one after the other: the look at them waits for the last, but not for long. */
const QUIET_MS = 100;
const LONGEST_WAIT_MS = 1_000;
const RETRY_MS = 10_000;

/** The skills on disk. Only what a look at the folders has found can be read, and only with the content found then. */
export class SkillLibrary {
  private current = new SkillSnapshot();
  private readonly digests = new FileDigests();
  private readonly watcher: FolderWatcher;
  private told: ReadonlySet<string> = new Set();
  private running: Promise<void> = Promise.resolve();
  private queued?: Promise<void>;
  private timer?: NodeJS.Timeout;
  private waitingSince = 0;
  private isClosed = false;
  private isWatchWarned = false;

  constructor(private readonly options: SkillLibraryOptions) {
    this.watcher = new FolderWatcher(
      () => this.refreshSoon(),
      (error) => this.warnOfWatch(error),
    );
  }

  get snapshot(): SkillSnapshot {
    return this.current;
  }

  /** How many folders are watched. */
  get watched(): number {
    return this.watcher.size;
  }

  /** @throws Error that names a directory which does not exist */
  async open(): Promise<void> {
    for (const directory of this.options.directories) {
      const stats = await stat(directory).catch(() => undefined);
      if (!stats?.isDirectory()) {
        throw new Error(
          `McpModule: "skills.directory" must be a folder, but ${directory} ${stats ? 'is none' : 'does not exist'}. ` +
            'Create it, or correct the path; a relative one begins at the working directory of the process.',
        );
      }
    }
    await this.refresh();
  }

  /** Looks at the folders anew. A look that has begun may have passed by what is new, so that it does not count. */
  refresh(): Promise<void> {
    this.queued ??= this.running.then(() => {
      this.queued = undefined;
      this.running = this.look();
      return this.running;
    });
    return this.queued;
  }

  /** A file and its bytes, which are always those of its digest; undefined for what is no file of a skill. */
  async read(uri: string): Promise<{ file: SkillFile; bytes: Buffer } | undefined> {
    const canonical = canonicalSkillUri(uri);
    for (let attempt = 0; canonical !== undefined && attempt < 2; attempt++) {
      const file = this.snapshot.file(canonical);
      if (!file) {
        return undefined;
      }
      const bytes = await readRegularFile(file.path, this.options.maxFileBytes).catch(() => undefined);
      if (bytes && digestOf(bytes) === file.digest) {
        return { file, bytes };
      }
      await this.refresh();
    }
    return undefined;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    this.watcher.close();
    await (this.queued ?? this.running);
  }

  private refreshSoon(): void {
    if (!this.timer) {
      this.waitingSince = Date.now();
      this.refreshIn(QUIET_MS);
    } else if (Date.now() - this.waitingSince < LONGEST_WAIT_MS) {
      this.timer.refresh();
    }
  }

  private refreshIn(delayMs: number): void {
    if (this.isClosed) {
      return;
    }
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.timer = undefined;
      void this.refresh();
    }, delayMs);
    this.timer.unref();
  }

  /** Never rejects: when a look fails, the skills stay as they were, and another look follows. */
  private async look(): Promise<void> {
    if (this.isClosed) {
      return;
    }
    try {
      await this.lookAtAll();
    } catch (error) {
      this.options.warn(
        `The skills could not be looked at and stay as they were: ${(error as Error).message}.`,
      );
      this.refreshIn(RETRY_MS);
    }
  }

  private async lookAtAll(): Promise<void> {
    const { directories, maxFileBytes, watch } = this.options;
    const problems: SkillProblem[] = [];
    this.digests.begin();
    this.watcher.begin();
    if (watch) {
      // A directory may be removed and made again, or be a link that is pointed elsewhere.
      await Promise.all(directories.map((path) => this.watcher.watch(dirname(path), basename(path))));
    }
    const enter = async (path: string) => (watch ? this.watcher.watch(path) : undefined);
    const skills = await readSkills(directories, enter, { digests: this.digests, maxFileBytes, problems });
    this.watcher.end();
    this.tell(problems);
    this.replace(new SkillSnapshot(skills));
  }

  private replace(next: SkillSnapshot): void {
    const changed = next.differences(this.current);
    this.current = next;
    if (changed.length > 0 && !this.isClosed) {
      this.options.changed(changed);
    }
  }

  private tell(problems: readonly SkillProblem[]): void {
    const texts = new Set(problems.map(describeProblem));
    for (const text of texts) {
      if (!this.told.has(text)) {
        this.options.warn(text);
      }
    }
    this.told = texts;
  }

  private warnOfWatch({ message }: Error): void {
    if (!this.isWatchWarned) {
      this.isWatchWarned = true;
      this.options.warn(
        `New skills are not noticed while the application runs: ${message}. On Linux, raise ` +
          'fs.inotify.max_user_watches and max_user_instances; or set skills.watch to false.',
      );
    }
  }
}

/** On one line, whatever is in a file or its name. */
function describeProblem({ path, message }: SkillProblem): string {
  return `Not offered as a skill: ${path} ${message}.`.replace(
    /[\u0000-\u001f\u007f]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
