import { Inject, Injectable, Scope, UnauthorizedException } from '@nestjs/common';
import { REQUEST } from '@nestjs/core';
import type { CallerRequest } from './caller-request.interface.js';
import { Role } from './role.enum.js';
import type { User } from './user.entity.js';

/** Who made the request that is being handled. */
@Injectable({ scope: Scope.REQUEST })
export class CurrentUserService {
  constructor(@Inject(REQUEST) private readonly request: CallerRequest) {}

  get name(): string {
    return this.request.user?.name ?? 'anonymous';
  }

  get isStaff(): boolean {
    const role = this.request.user?.role;
    return role === Role.Barista || role === Role.Manager;
  }

  get(): User {
    if (!this.request.user) throw new UnauthorizedException();
    return this.request.user;
  }
}
