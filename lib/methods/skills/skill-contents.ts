import { isTextType } from '../../results/index.js';
import type { McpResourceContents } from '../../results/index.js';
import { textOf } from '../../skills/index.js';
import type { SkillLibrary } from '../../skills/index.js';

/** What `resources/read` has of a file; undefined for what is no file of a skill. */
export async function skillContents(
  skills: SkillLibrary,
  uri: string,
): Promise<McpResourceContents | undefined> {
  const read = await skills.read(uri);
  if (!read) {
    return undefined;
  }
  const { bytes, file } = read;
  const { mimeType, isText } = file;
  return isText && isTextType(mimeType)
    ? { uri, mimeType, text: textOf(bytes) }
    : { uri, mimeType, blob: bytes.toString('base64') };
}
