import { Controller, Get, Injectable, Module, Req, Scope } from '@nestjs/common';
import type { CanActivate, ExecutionContext, Type } from '@nestjs/common';
import { McpBearerGuard, McpModule, McpTool } from 'nestjs-mcp';
import type { McpRootOptions } from 'nestjs-mcp';
import { check, equal } from './checks.js';
import { PLATFORMS, withModule } from './running-app.js';

interface IncomingRequest {
  headers: Record<string, string | undefined>;
  user?: { sub: string };
}

@Injectable()
class Keys {
  fits(key: string | undefined): boolean {
    return key === 'right';
  }
}

@Module({ providers: [Keys], exports: [Keys] })
class KeysModule {}

@Injectable()
class KeyGuard implements CanActivate {
  constructor(private readonly keys: Keys) {}

  canActivate(context: ExecutionContext): boolean {
    return this.keys.fits(context.switchToHttp().getRequest<IncomingRequest>().headers['x-key']);
  }
}

@Injectable({ scope: Scope.REQUEST })
class RequestScopedKeyGuard extends KeyGuard {
  constructor(keys: Keys) {
    super(keys);
  }
}

@Controller('me')
class MeController {
  @Get()
  @McpTool('me')
  me(@Req() { user }: IncomingRequest) {
    return user?.sub ?? 'nobody';
  }
}

function module(options: McpRootOptions): Type {
  @Module({ imports: [McpModule.forRoot(options)], controllers: [MeController] })
  class AppModule {}
  return AppModule;
}

const CALL = { name: 'me', arguments: {} };

/** Guards of the endpoint, which are given as classes, keep everybody out and let the right ones in. */
export async function checkEndpoint(): Promise<void> {
  for (const platform of PLATFORMS) {
    for (const guard of [KeyGuard, RequestScopedKeyGuard]) {
      await check(`${platform}: ${guard.name} of the endpoint`, () =>
        withModule(platform, module({ guards: [guard], imports: [KeysModule] }), async (app) => {
          equal((await app.request('tools/call', CALL)).result, undefined);
          equal((await app.request('tools/call', CALL, { 'x-key': 'wrong' })).result, undefined);
          equal(await app.call('me', {}, { 'x-key': 'right' }), { isError: false, text: 'nobody' });
        }),
      );
    }
    const auth = {
      resource: 'https://api.example.com/mcp',
      authorizationServers: ['https://login.example.com'],
      verifyToken: (token: string) => (token === 'good' ? { claims: { sub: 'ada' } } : undefined),
    };
    await check(`${platform}: McpBearerGuard and the metadata of the resource`, () =>
      withModule(platform, module({ auth, guards: [McpBearerGuard] }), async (app) => {
        equal((await app.request('tools/call', CALL)).result, undefined);
        equal((await app.request('tools/call', CALL, { authorization: 'Bearer bad' })).result, undefined);
        equal(await app.call('me', {}, { authorization: 'Bearer good' }), { isError: false, text: 'ada' });
        const metadata = await app.fetch('/.well-known/oauth-protected-resource/mcp');
        equal(((await metadata.json()) as { resource: string }).resource, auth.resource);
      }),
    );
  }
}
