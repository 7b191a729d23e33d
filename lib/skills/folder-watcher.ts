import { watch } from 'node:fs';
import type { FSWatcher } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { isHidden } from './folder-walk.js';

/**
 * Watches single folders, not trees: `recursive` of Node.js 20 on Linux misses what is put into new folders. Never keeps
 * the process alive.
 */
export class FolderWatcher {
  private readonly watchers = new Map<string, FSWatcher>();
  private readonly seen = new Set<string>();
  private isClosed = false;

  constructor(
    private readonly onChange: () => void,
    private readonly onFailure: (error: Error) => void,
  ) {}

  get size(): number {
    return this.watchers.size;
  }

  /** A new look at all folders begins. */
  begin(): void {
    this.seen.clear();
  }

  /** Stops watching the folders that the look did not come by. */
  end(): void {
    for (const [key, watcher] of this.watchers) {
      if (!this.seen.has(key)) {
        this.forget(key, watcher);
      }
    }
  }

  /** @param only the one name in the folder that matters */
  async watch(folder: string, only?: string): Promise<void> {
    const stats = await stat(folder, { bigint: true }).catch(() => undefined);
    if (!stats?.isDirectory() || this.isClosed) {
      return;
    }
    // A folder that was replaced has the same path, and needs a watcher of its own.
    const key = [folder, only, stats.dev, stats.ino, stats.birthtimeNs].join('\0');
    this.seen.add(key);
    if (this.watchers.has(key)) {
      return;
    }
    try {
      const watcher = watch(folder, { persistent: false });
      watcher.on('change', (event, file) => {
        const name = file === null ? undefined : String(file);
        if (event === 'rename' && name === basename(folder)) {
          // Perhaps it says that the folder itself is gone, after which the watcher is silent.
          this.forget(key, watcher);
          this.onChange();
        } else if (name === undefined || (only === undefined ? isOfInterest(name) : name === only)) {
          this.onChange();
        }
      });
      watcher.on('error', () => {
        this.forget(key, watcher);
        this.onChange();
      });
      this.watchers.set(key, watcher);
    } catch (error) {
      // The folder around a directory may be closed to this process, which is no harm to the skills in it.
      if (only === undefined) {
        this.onFailure(error as Error);
      }
    }
  }

  close(): void {
    this.isClosed = true;
    this.seen.clear();
    this.end();
  }

  private forget(key: string, watcher: FSWatcher): void {
    watcher.close();
    this.watchers.delete(key);
  }
}

/** `..data` is what changes when Kubernetes updates a mounted ConfigMap. */
function isOfInterest(name: string): boolean {
  return !isHidden(name) || name.startsWith('..');
}
