import type { ResolvedMcpOptions } from '../../mcp-options.defaults.js';
import type { Method, MethodRequest, MethodResult } from '../../protocol/index.js';
import type { OuterExchange } from '../../replay/index.js';
import type { SkillSnapshot } from '../../skills/index.js';
import { cacheHints } from '../cache-hints.js';
import { ListPages } from '../list-pages.js';
import { skillEntry } from './skill-entry.js';

export class SkillsListMethod implements Method<OuterExchange> {
  readonly name = 'skills/list';
  readonly eras = ['modern'] as const;

  private readonly pages: ListPages;

  constructor({ skills }: SkillSnapshot, { listPageSize, caching }: ResolvedMcpOptions) {
    this.pages = new ListPages({
      key: 'skills',
      items: skills.map(skillEntry),
      pageSize: listPageSize,
      hints: cacheHints(this.name, caching),
    });
  }

  handle({ params, era }: MethodRequest<OuterExchange>): MethodResult {
    return this.pages.at(params['cursor'], era);
  }
}
