import type { Skill } from '../../skills/index.js';

/** A skill as the extension's schema has it, in `skills/list` and `skills/get`. */
export function skillEntry({ uri, frontMatter, files }: Skill): object {
  return {
    uri,
    frontmatter: frontMatter,
    resources: files.map((file) => ({ uri: file.uri, digest: file.digest, size: file.size })),
  };
}
