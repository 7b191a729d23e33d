import {
  CanActivate,
  ExecutionContext,
  ForbiddenException,
  Injectable,
  UnauthorizedException,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { CallerRequest } from './caller-request.interface.js';
import { Role } from './role.enum.js';
import { ROLES_METADATA } from './roles.decorator.js';

@Injectable()
export class RolesGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const roles = this.reflector.getAllAndOverride<Role[] | undefined>(ROLES_METADATA, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (!roles) return true;

    const { user } = context.switchToHttp().getRequest<CallerRequest>();
    if (!user) throw new UnauthorizedException('Sign in with a token to do this');
    if (!roles.includes(user.role)) {
      throw new ForbiddenException(`Only for ${roles.join(' or ')}, and you are ${user.role}`);
    }
    return true;
  }
}
