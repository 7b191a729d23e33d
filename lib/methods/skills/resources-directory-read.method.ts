import type { ResolvedMcpOptions } from '../../mcp-options.defaults.js';
import { invalidParams } from '../../protocol/index.js';
import type { Method, MethodRequest, MethodResult } from '../../protocol/index.js';
import type { OuterExchange } from '../../replay/index.js';
import { canonicalSkillUri } from '../../skills/index.js';
import type { SkillSnapshot } from '../../skills/index.js';
import { ListPages } from '../list-pages.js';
import { childResource } from './skill-resources.js';

/** Lists what is directly in a folder of a skill. */
export class ResourcesDirectoryReadMethod implements Method<OuterExchange> {
  readonly name = 'resources/directory/read';
  readonly eras = ['modern'] as const;
  readonly nameParameter = 'uri';
  /** The extension does not say that clients send it. */
  readonly nameHeader = 'when-sent';

  /** By the URI of the folder; made when they are first asked for. */
  private readonly pages = new Map<string, ListPages>();

  constructor(
    private readonly skills: SkillSnapshot,
    private readonly options: ResolvedMcpOptions,
  ) {}

  handle({ params: { uri, cursor }, era }: MethodRequest<OuterExchange>): MethodResult {
    if (typeof uri !== 'string') {
      throw invalidParams('"uri" must be the URI of a directory');
    }
    const folder = canonicalSkillUri(uri);
    const pages = folder === undefined ? undefined : this.pagesOf(folder);
    if (!pages) {
      const isFile = folder !== undefined && this.skills.file(folder);
      throw invalidParams(
        isFile
          ? 'This is a file, not a directory. resources/read reads it'
          : 'There is no directory with this URI. It is that of a SKILL.md without "/SKILL.md", or one below',
        { data: { uri } },
      );
    }
    return pages.at(cursor, era);
  }

  private pagesOf(folder: string): ListPages | undefined {
    const made = this.pages.get(folder);
    const children = made ? undefined : this.skills.folder(folder);
    if (!children) {
      return made;
    }
    const pages = new ListPages({
      key: 'resources',
      name: folder,
      items: children.map((uri) => childResource(this.skills, uri)),
      pageSize: this.options.listPageSize,
    });
    this.pages.set(folder, pages);
    return pages;
  }
}
