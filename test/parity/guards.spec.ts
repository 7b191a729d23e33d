import {
  Body,
  Controller,
  ForbiddenException,
  Get,
  Injectable,
  Param,
  Post,
  Req,
  Scope,
  SetMetadata,
  UnauthorizedException,
  UseGuards,
} from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { APP_GUARD, Reflector } from '@nestjs/core';
import { McpTool } from 'nestjs-mcp';
import { of } from 'rxjs';
import { describeParity } from './parity-table.js';

interface SeenRequest {
  method: string;
  url: string;
  headers: Record<string, string | undefined>;
  params: Record<string, string>;
  query: Record<string, string>;
  body?: Record<string, unknown>;
  user?: string;
}

const requestIn = (context: ExecutionContext) => context.switchToHttp().getRequest<SeenRequest>();

/** Lets in who sends `x-pass: yes`. */
class PassGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    return requestIn(context).headers['x-pass'] === 'yes';
  }
}

@Injectable()
class Passes {
  isPass(value: string | undefined): boolean {
    return value === 'yes';
  }
}

@Injectable()
class InjectedPassGuard implements CanActivate {
  constructor(private readonly passes: Passes) {}

  canActivate(context: ExecutionContext): boolean {
    return this.passes.isPass(requestIn(context).headers['x-pass']);
  }
}

@Injectable({ scope: Scope.REQUEST })
class RequestScopedPassGuard extends InjectedPassGuard {
  constructor(passes: Passes) {
    super(passes);
  }
}

class ObservableGuard implements CanActivate {
  canActivate(context: ExecutionContext) {
    return of(requestIn(context).headers['x-pass'] === 'yes');
  }
}

class LateGuard implements CanActivate {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    await new Promise((resolve) => setTimeout(resolve, 5));
    return requestIn(context).headers['x-pass'] === 'yes';
  }
}

class TokenGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = requestIn(context);
    const token = request.headers.authorization?.replace('Bearer ', '');
    if (!token) {
      throw new UnauthorizedException('Sign in first', { description: 'no token' });
    }
    request.user = token;
    return true;
  }
}

class OwnerGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { method, url, params, query, body } = requestIn(context);
    if (params.owner !== 'ann') {
      throw new ForbiddenException({ method, url, params: { ...params }, query: { ...query }, body });
    }
    return true;
  }
}

const Roles = (...roles: string[]) => SetMetadata('roles', roles);

@Injectable()
class RolesGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const roles = this.reflector.getAllAndOverride<string[] | undefined>('roles', [
      context.getHandler(),
      context.getClass(),
    ]);
    return !roles || roles.includes(requestIn(context).headers['x-role'] ?? '');
  }
}

/** Lets everything in but what is marked, the endpoint included. */
class MarkedGuard implements CanActivate {
  constructor(private readonly mark: string) {}

  canActivate(context: ExecutionContext): boolean {
    return (
      Reflect.getMetadata('mark', context.getHandler()) !== this.mark ||
      requestIn(context).headers['x-pass'] === 'yes'
    );
  }
}

@Controller('class-guarded')
@UseGuards(PassGuard)
@McpTool()
class ClassGuardedController {
  @Get()
  read() {
    return { read: true };
  }
}

@Controller('instance-guarded')
@UseGuards(new PassGuard())
@McpTool()
class InstanceGuardedController {
  @Get()
  read() {
    return { read: true };
  }
}

@Controller('guarded')
@McpTool()
class GuardedController {
  @Get('class')
  @UseGuards(PassGuard)
  byClass() {
    return { read: true };
  }

  @Get('instance')
  @UseGuards(new PassGuard())
  byInstance() {
    return { read: true };
  }

  @Get('injected')
  @UseGuards(InjectedPassGuard)
  byInjected() {
    return { read: true };
  }

  @Get('request-scoped')
  @UseGuards(RequestScopedPassGuard)
  byRequestScoped() {
    return { read: true };
  }

  @Get('observable')
  @UseGuards(ObservableGuard)
  byObservable() {
    return { read: true };
  }

  @Get('late')
  @UseGuards(LateGuard)
  byLate() {
    return { read: true };
  }

  @Get('token')
  @UseGuards(TokenGuard)
  byToken(@Req() request: SeenRequest) {
    return { user: request.user };
  }

  @Post('owners/:owner')
  @UseGuards(OwnerGuard)
  byOwner(@Param('owner') owner: string, @Body() body: Record<string, unknown>) {
    return { owner, body };
  }

  @Get('global-instance')
  @SetMetadata('mark', 'global-instance')
  byGlobalInstance() {
    return { read: true };
  }

  @Get('app-guard')
  @SetMetadata('mark', 'app-guard')
  byAppGuard() {
    return { read: true };
  }
}

@Controller('staff')
@Roles('staff')
@McpTool()
class StaffController {
  @Get()
  list() {
    return ['rota'];
  }

  @Get('salaries')
  @Roles('boss')
  salaries() {
    return [1, 2];
  }
}

const FORBIDDEN = { statusCode: 403, message: 'Forbidden resource', error: 'Forbidden' };
const pass = { headers: { 'x-pass': 'yes' } };

describeParity(
  'guards',
  {
    controllers: [ClassGuardedController, InstanceGuardedController, GuardedController, StaffController],
    providers: [
      Passes,
      { provide: APP_GUARD, useClass: RolesGuard },
      { provide: APP_GUARD, useValue: new MarkedGuard('app-guard') },
    ],
    configure: (app) => void app.useGlobalGuards(new MarkedGuard('global-instance')),
  },
  [
    ...(
      [
        ['a class on the controller', 'class_guarded_read', '/class-guarded'],
        ['an instance on the controller', 'instance_guarded_read', '/instance-guarded'],
        ['a class on the method', 'guarded_by_class', '/guarded/class'],
        ['an instance on the method', 'guarded_by_instance', '/guarded/instance'],
        ['a class with dependencies', 'guarded_by_injected', '/guarded/injected'],
        ['a request-scoped class', 'guarded_by_request_scoped', '/guarded/request-scoped'],
        ['a guard that answers with an observable', 'guarded_by_observable', '/guarded/observable'],
        ['a guard that answers later', 'guarded_by_late', '/guarded/late'],
        ['useGlobalGuards()', 'guarded_by_global_instance', '/guarded/global-instance'],
        ['APP_GUARD', 'guarded_by_app_guard', '/guarded/app-guard'],
      ] as const
    ).flatMap(([what, tool, path]) => [
      { title: `${what} refuses`, tool, http: `GET ${path}`, status: 403, body: FORBIDDEN },
      { title: `${what} lets in`, tool, http: `GET ${path}`, status: 200, body: { read: true }, ...pass },
    ]),
    {
      title: 'a guard that throws says why',
      tool: 'guarded_by_token',
      http: 'GET /guarded/token',
      status: 401,
      body: { statusCode: 401, message: 'Sign in first', error: 'no token' },
    },
    {
      title: 'a handler sees the user that a guard put on the request',
      tool: 'guarded_by_token',
      http: 'GET /guarded/token',
      headers: { authorization: 'Bearer ann' },
      status: 200,
      body: { user: 'ann' },
    },
    {
      title: 'a guard sees method, url, params, query and body of the route',
      tool: 'guarded_by_owner',
      args: { owner: 'böb', size: 2, deep: { a: [null] } },
      http: { method: 'POST', path: '/guarded/owners/b%C3%B6b', body: { size: 2, deep: { a: [null] } } },
      status: 403,
      body: {
        method: 'POST',
        url: '/guarded/owners/b%C3%B6b',
        params: { owner: 'böb' },
        query: {},
        body: { size: 2, deep: { a: [null] } },
      },
    },
    {
      title: 'a guard that decides by a path parameter lets in',
      tool: 'guarded_by_owner',
      args: { owner: 'ann' },
      http: { method: 'POST', path: '/guarded/owners/ann', body: {} },
      status: 201,
      body: { owner: 'ann', body: {} },
    },
    {
      title: 'roles on the class refuse another role',
      tool: 'staff_list',
      http: 'GET /staff',
      headers: { 'x-role': 'guest' },
      status: 403,
    },
    {
      title: 'roles on the class let the role in',
      tool: 'staff_list',
      http: 'GET /staff',
      headers: { 'x-role': 'staff' },
      status: 200,
      body: ['rota'],
    },
    {
      title: 'roles on the method override those on the class',
      tool: 'staff_salaries',
      http: 'GET /staff/salaries',
      headers: { 'x-role': 'staff' },
      status: 403,
    },
    {
      title: 'roles on the method let the role in',
      tool: 'staff_salaries',
      http: 'GET /staff/salaries',
      headers: { 'x-role': 'boss' },
      status: 200,
      body: [1, 2],
    },
  ],
);

@Controller('anything')
@McpTool()
class AnythingController {
  @Get()
  read() {
    return { read: true };
  }
}

const everywhere = [
  {
    title: 'refuses the caller at the endpoint already',
    tool: 'anything_read',
    http: 'GET /anything',
    status: 403,
    answeredBy: ['endpoint'] as const,
  },
  {
    title: 'lets the caller through endpoint and route',
    tool: 'anything_read',
    http: 'GET /anything',
    status: 200,
    body: { read: true },
    ...pass,
  },
];

describeParity(
  'a guard over the whole application, by useGlobalGuards()',
  { controllers: [AnythingController], configure: (app) => void app.useGlobalGuards(new PassGuard()) },
  everywhere,
);

describeParity(
  'a guard over the whole application, by APP_GUARD',
  {
    controllers: [AnythingController],
    providers: [Passes, { provide: APP_GUARD, useClass: InjectedPassGuard }],
  },
  everywhere,
);

describeParity(
  'a request-scoped guard over the whole application',
  {
    controllers: [AnythingController],
    providers: [Passes, { provide: APP_GUARD, useClass: RequestScopedPassGuard, scope: Scope.REQUEST }],
  },
  everywhere,
);
