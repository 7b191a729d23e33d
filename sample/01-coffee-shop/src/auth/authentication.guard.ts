import { CanActivate, ExecutionContext, Injectable, UnauthorizedException } from '@nestjs/common';
import type { CallerRequest } from './caller-request.interface.js';
import { UsersService } from './users.service.js';

/** Finds out who calls. A request without a token is anonymous, one with an unknown token is refused. */
@Injectable()
export class AuthenticationGuard implements CanActivate {
  constructor(private readonly users: UsersService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<CallerRequest>();
    const token = readToken(request);
    if (token === undefined) return true;

    const user = await this.users.findByToken(token);
    if (!user) throw new UnauthorizedException('Unknown token');
    request.user = user;
    return true;
  }
}

function readToken({ headers }: CallerRequest): string | undefined {
  const apiKey = headers['x-api-key'];
  if (typeof apiKey === 'string') return apiKey;
  if (headers.authorization === undefined) return undefined;
  return /^Bearer (.+)$/i.exec(headers.authorization)?.[1] ?? '';
}
