import { createHash } from 'node:crypto';
import type { FoundFile } from './folder-walk.js';
import { readRegularFile } from './regular-file.js';
import { isTextBytes } from './text-bytes.js';

export interface FileDigest {
  readonly digest: string;
  readonly size: number;
  readonly isText: boolean;
}

interface KnownDigest extends FileDigest {
  readonly stamp: string;
  /** Whether a later change has another stamp for certain: file systems count time in steps of up to two seconds. */
  readonly isSettled: boolean;
}

const COARSEST_TIMESTAMP_MS = 2_000;

export function digestOf(bytes: Uint8Array): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}

/** What the files hold. A file that has not changed since the last look is not read again. */
export class FileDigests {
  private known = new Map<string, KnownDigest>();
  private earlier = new Map<string, KnownDigest>();

  /** A new look at all files begins. What it does not come by is forgotten after it. */
  begin(): void {
    this.earlier = this.known;
    this.known = new Map();
  }

  /** @throws Error when the file cannot be read */
  async of(file: FoundFile, maximum: number): Promise<FileDigest> {
    const { realPath, stamp } = file;
    const now = this.known.get(realPath);
    if (now?.stamp === stamp) {
      return now;
    }
    const before = this.earlier.get(realPath);
    const digest = before?.stamp === stamp && before.isSettled ? before : await this.read(file, maximum);
    this.known.set(realPath, digest);
    return digest;
  }

  private async read({ realPath, stamp, changedAt }: FoundFile, maximum: number): Promise<KnownDigest> {
    const isSettled = Date.now() - changedAt > COARSEST_TIMESTAMP_MS;
    const bytes = await readRegularFile(realPath, maximum);
    return {
      digest: digestOf(bytes),
      size: bytes.byteLength,
      isText: isTextBytes(bytes),
      stamp,
      isSettled,
    };
  }
}
