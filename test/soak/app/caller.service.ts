import { Inject, Injectable, Scope } from '@nestjs/common';
import { REQUEST } from '@nestjs/core';
import { getMcpContext } from 'nestjs-mcp/context';
import type { CallerRequest } from './caller.guard.js';

/** Who a request is from, by every way that an application has to know it. */
@Injectable({ scope: Scope.REQUEST })
export class CallerService {
  constructor(@Inject(REQUEST) private readonly request: CallerRequest) {}

  /** Throws when the ways do not agree. */
  get name(): string {
    const outer = getMcpContext()?.request as CallerRequest | undefined;
    const names = [
      this.request.user?.id,
      this.request.headers.authorization?.replace(/^Bearer /, ''),
      outer?.headers.authorization?.replace(/^Bearer /, ''),
    ];
    if (new Set(names).size !== 1) {
      throw new Error(`One request is of several callers: ${names.join(', ')}`);
    }
    return names[0]!;
  }
}
