import { Injectable, UnauthorizedException } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';

export interface CallerRequest {
  readonly headers: { readonly authorization?: string };
  user?: { readonly id: string };
}

/** Says who calls: whoever the `authorization` header names. */
@Injectable()
export class CallerGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<CallerRequest>();
    const name = request.headers.authorization?.replace(/^Bearer /, '');
    if (!name) {
      throw new UnauthorizedException();
    }
    request.user = { id: name };
    return true;
  }
}
