import type { ResolvedMcpOptions } from '../../mcp-options.defaults.js';
import { invalidParams } from '../../protocol/index.js';
import type { Method, MethodRequest, MethodResult } from '../../protocol/index.js';
import type { OuterExchange } from '../../replay/index.js';
import { canonicalSkillUri } from '../../skills/index.js';
import type { SkillSnapshot } from '../../skills/index.js';
import { cacheHints } from '../cache-hints.js';
import type { CacheHints } from '../cache-hints.js';
import { skillEntry } from './skill-entry.js';

export class SkillsGetMethod implements Method<OuterExchange> {
  readonly name = 'skills/get';
  readonly eras = ['modern'] as const;
  readonly nameParameter = 'uri';
  /** The extension does not say that clients send it. */
  readonly nameHeader = 'when-sent';

  private readonly hints: CacheHints;

  constructor(
    private readonly skills: SkillSnapshot,
    { caching }: ResolvedMcpOptions,
  ) {
    this.hints = cacheHints(this.name, caching);
  }

  handle({ params: { uri } }: MethodRequest<OuterExchange>): MethodResult {
    if (typeof uri !== 'string') {
      throw invalidParams('"uri" must be the URI of the SKILL.md of a skill');
    }
    const canonical = canonicalSkillUri(uri);
    const skill = canonical === undefined ? undefined : this.skills.skill(canonical);
    if (!skill) {
      throw invalidParams('There is no skill with this URI. skills/list has those that there are', {
        data: { uri },
      });
    }
    return { resultType: 'complete', skill: skillEntry(skill), ...this.hints };
  }
}
