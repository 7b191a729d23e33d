import {
  Controller,
  Get,
  Injectable,
  Param,
  Post,
  Req,
  UnauthorizedException,
  UseGuards,
} from '@nestjs/common';
import type { CanActivate, INestApplication } from '@nestjs/common';
import {
  McpBearerGuard,
  McpConfirm,
  McpHeader,
  McpModule,
  McpPrompt,
  McpResource,
  McpTool,
} from 'nestjs-mcp';
import { getMcpContext } from 'nestjs-mcp/context';
import type { McpAuthOptions, McpRootOptions } from 'nestjs-mcp';
import { startApp } from '../support/running-app.js';
import type { AppOptions, PlatformName, RunningApp } from '../support/running-app.js';

export const RESOURCE = 'https://api.example.com/mcp';
export const METADATA_URL = 'https://api.example.com/.well-known/oauth-protected-resource/mcp';

interface AuthenticatedRequest {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly user?: { readonly sub?: string };
  readonly auth?: { readonly subject?: string; readonly scopes?: readonly string[] };
}

@Injectable()
class LoggedInGuard implements CanActivate {
  canActivate(): boolean {
    throw new UnauthorizedException('Your session in the shop has ended');
  }
}

@Controller('shop')
export class ShopController {
  @Get('me')
  @McpTool('me')
  me(@Req() { user, auth }: AuthenticatedRequest) {
    return { user: user?.sub, subject: auth?.subject, scopes: auth?.scopes };
  }

  @Post('orders')
  @McpTool({ name: 'order', scopes: ['orders:write', 'orders:read'] })
  order() {
    return { ordered: true };
  }

  @Get('stock/:region')
  @McpTool({ name: 'stock', scopes: ['stock'] })
  stock(@Param('region') @McpHeader('Region') region: string) {
    return { region };
  }

  @Get('cart')
  @UseGuards(LoggedInGuard)
  @McpTool({ name: 'cart', scopes: ['cart'] })
  @McpResource({ uri: 'shop://cart' })
  cart() {
    return {};
  }

  @Post('pay')
  @McpTool('pay')
  pay() {
    getMcpContext()?.reportProgress(1);
    throw new UnauthorizedException('Log in to pay');
  }

  @Post('close')
  @McpConfirm('Close the shop?')
  @McpTool('close_shop')
  close() {
    return { closed: true };
  }

  @Get('advice')
  @UseGuards(LoggedInGuard)
  @McpPrompt({ name: 'advice' })
  advice() {
    return 'Buy less.';
  }
}

/** A REST route behind the same guard. */
@Controller('rest')
@UseGuards(McpBearerGuard)
class RestController {
  @Get()
  get(@Req() { user }: AuthenticatedRequest) {
    return { user: user?.sub };
  }
}

export interface SecuredApp extends Partial<McpRootOptions> {
  readonly auth?: McpAuthOptions;
  readonly configure?: (app: INestApplication) => unknown;
  readonly providers?: AppOptions['module']['providers'];
}

/** An application whose endpoint takes access tokens. */
export function startSecuredApp(
  platform: PlatformName,
  { configure, providers = [], ...options }: SecuredApp,
  extra: Partial<AppOptions> = {},
): Promise<RunningApp> {
  return startApp({
    platform,
    module: {
      imports: [McpModule.forRoot({ guards: [McpBearerGuard], ...options })],
      controllers: [ShopController, RestController],
      providers,
    },
    configure,
    ...extra,
  });
}
