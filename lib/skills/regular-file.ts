import { constants } from 'node:fs';
import { open, realpath, stat } from 'node:fs/promises';

/** Neither follows a link nor waits for the writer of a pipe. Windows has neither flag. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * The bytes of a file.
 *
 * @param path with all links resolved
 * @throws Error for what is no file, is too large, or is reached by a link
 */
export async function readRegularFile(path: string, maximum: number): Promise<Buffer> {
  const handle = await open(path, FLAGS);
  try {
    const opened = await handle.stat({ bigint: true });
    if (!opened.isFile()) {
      throw new Error('is no file');
    }
    if (opened.size > maximum) {
      throw new Error(`has ${opened.size} bytes, more than ${maximum}`);
    }
    // Asked after opening: a folder on the way may have become a link since the path was resolved.
    const found = await stat(path, { bigint: true });
    if ((await realpath(path)) !== path || found.ino !== opened.ino || found.dev !== opened.dev) {
      throw new Error('is reached by a link');
    }
    const bytes = Buffer.alloc(Number(opened.size));
    let length = 0;
    while (length < bytes.byteLength) {
      const { bytesRead } = await handle.read(bytes, length, bytes.byteLength - length, length);
      if (bytesRead === 0) {
        break;
      }
      length += bytesRead;
    }
    return bytes.subarray(0, length);
  } finally {
    await handle.close();
  }
}
