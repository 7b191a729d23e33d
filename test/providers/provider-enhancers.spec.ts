import { describe, expect, it } from '@jest/globals';
import {
  Catch,
  ConflictException,
  ForbiddenException,
  HttpException,
  Inject,
  Injectable,
  Module,
  Scope,
  SetMetadata,
  UseFilters,
  UseGuards,
  UseInterceptors,
  UsePipes,
} from '@nestjs/common';
import type {
  ArgumentsHost,
  CallHandler,
  CanActivate,
  ExceptionFilter,
  ExecutionContext,
  NestInterceptor,
  PipeTransform,
} from '@nestjs/common';
import { APP_GUARD, APP_INTERCEPTOR, BaseExceptionFilter, Reflector, REQUEST } from '@nestjs/core';
import { map } from 'rxjs';
import { McpArgs, McpTool } from '../../lib/index.js';
import { boot, bootError, PLATFORMS } from '../support/mcp-app.js';

@Injectable()
class Journal {
  readonly entries: string[] = [];
}

/** Enhancers with a dependency, so that Nest has to make them. */
@Injectable()
class KeyGuard implements CanActivate {
  constructor(
    @Inject(Journal) private readonly journal: Journal,
    @Inject(Reflector) private readonly reflector: Reflector,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<{ headers: Record<string, string>; user?: string }>();
    const role = this.reflector.get<string>('role', context.getHandler());
    this.journal.entries.push(`guard ${context.getType()} ${context.getClass().name} ${role}`);
    request.user = 'ann';
    return request.headers['x-key'] === 'right';
  }
}

@Injectable()
class WrapInterceptor implements NestInterceptor {
  constructor(@Inject(Journal) private readonly journal: Journal) {}

  intercept(context: ExecutionContext, next: CallHandler) {
    const { user } = context.switchToHttp().getRequest<{ user?: string }>();
    this.journal.entries.push(`interceptor ${user}`);
    return next.handle().pipe(map((value: unknown) => ({ wrapped: value })));
  }
}

@Injectable()
class ShoutPipe implements PipeTransform {
  constructor(@Inject(Journal) private readonly journal: Journal) {}

  transform(value: unknown) {
    this.journal.entries.push('pipe');
    return typeof value === 'string' ? value.toUpperCase() : value;
  }
}

class OddError extends Error {}

@Catch(OddError)
@Injectable()
class OddFilter implements ExceptionFilter {
  constructor(@Inject(Journal) private readonly journal: Journal) {}

  catch(error: OddError, host: ArgumentsHost) {
    this.journal.entries.push(`filter ${host.getType()}`);
    const response = host
      .switchToHttp()
      .getResponse<{ status(code: number): { send(body: unknown): void } }>();
    response.status(418).send({ odd: error.message });
  }
}

@Injectable()
@UseGuards(KeyGuard)
@UseInterceptors(WrapInterceptor)
class ClassLevelService {
  @McpTool()
  @SetMetadata('role', 'admin')
  @UsePipes(ShoutPipe)
  @UseFilters(OddFilter)
  greet(@McpArgs('name') name: string) {
    if (name === 'ODD') {
      throw new OddError('odd name');
    }
    return name;
  }
}

@Injectable()
class MethodLevelService {
  @McpTool()
  @UseGuards(KeyGuard)
  @UseInterceptors(WrapInterceptor)
  greet(@McpArgs('name', ShoutPipe) name: string) {
    return name;
  }
}

const KEY = { 'x-key': 'right' };

describe.each(PLATFORMS)('on %s, a provider', (platform) => {
  it.each([
    ['class', ClassLevelService, 'class_level_greet'],
    ['method', MethodLevelService, 'method_level_greet'],
  ])('runs guards, interceptors and pipes of its %s', async (_level, provider, tool) => {
    const app = await boot({ providers: [provider, Journal] }, { platform });
    const journal = app.app.get(Journal);
    const refused = await app.call(tool, { name: 'bob' });
    expect(refused).toMatchObject({
      isError: true,
      value: { statusCode: 403, message: 'Forbidden resource' },
    });
    expect(journal.entries).toHaveLength(1);
    expect(await app.value(tool, { name: 'bob' }, KEY)).toEqual({ wrapped: 'BOB' });
    expect(journal.entries).toContain('interceptor ann');
    expect(journal.entries).toContain('pipe');
    expect(journal.entries[0]).toMatch(/^guard http (ClassLevel|MethodLevel)Service/);
  });

  it('runs its filters, with the http arguments', async () => {
    const app = await boot({ providers: [ClassLevelService, Journal] }, { platform });
    const { isError, value } = await app.call('class_level_greet', { name: 'odd' }, KEY);
    expect({ isError, value }).toEqual({ isError: true, value: { odd: 'odd name' } });
    expect(app.app.get(Journal).entries).toContain('filter http');
    expect(app.app.get(Journal).entries[0]).toBe('guard http ClassLevelService admin');
  });

  it('runs them when it is provided under another token, or inherits its methods', async () => {
    @Injectable()
    class InheritingService extends ClassLevelService {}
    for (const provider of [{ provide: 'greeter', useClass: InheritingService }, InheritingService]) {
      const app = await boot({ providers: [provider, Journal] }, { platform });
      expect((await app.call('inheriting_greet', { name: 'bob' })).isError).toBe(true);
      expect(await app.value('inheriting_greet', { name: 'bob' }, KEY)).toEqual({ wrapped: 'BOB' });
    }
  });

  it('runs the global ones', async () => {
    @Injectable()
    class PlainService {
      @McpTool()
      greet(@McpArgs('name') name: string) {
        if (name === 'ODD') {
          throw new OddError('odd name');
        }
        return name;
      }
    }
    const app = await boot(
      { providers: [PlainService, Journal, { provide: APP_INTERCEPTOR, useClass: WrapInterceptor }] },
      {
        platform,
        setup: (nest) => {
          nest.useGlobalPipes(new ShoutPipe(new Journal()));
          nest.useGlobalFilters(new OddFilter(new Journal()));
          nest.useGlobalGuards({
            canActivate: (context) => {
              const { body } = context.switchToHttp().getRequest<{ body: { name?: string } }>();
              return body.name !== 'mallory';
            },
          });
        },
      },
    );
    expect(await app.value('plain_greet', { name: 'bob' })).toEqual({ wrapped: 'BOB' });
    expect((await app.call('plain_greet', { name: 'odd' })).value).toEqual({ odd: 'odd name' });
    expect((await app.call('plain_greet', { name: 'mallory' })).value).toMatchObject({ statusCode: 403 });
  });

  it('runs a filter that leaves the answer to BaseExceptionFilter, throws, or returns', async () => {
    @Catch(ForbiddenException)
    class DelegatingFilter extends BaseExceptionFilter {
      override catch(error: unknown, host: ArgumentsHost) {
        super.catch(error, host);
      }
    }
    @Catch(OddError)
    class ThrowingFilter implements ExceptionFilter {
      catch(): never {
        throw new ConflictException('thrown by the filter');
      }
    }
    @Catch(RangeError)
    class ReturningFilter implements ExceptionFilter {
      catch() {
        return new HttpException('returned by the filter', 422);
      }
    }
    @Injectable()
    @UseFilters(DelegatingFilter, new ThrowingFilter(), new ReturningFilter())
    class FailingService {
      @McpTool()
      fail(@McpArgs('how') how: string) {
        throw how === 'odd'
          ? new OddError()
          : how === 'range'
            ? new RangeError()
            : new ForbiddenException('no');
      }
    }
    const app = await boot({ providers: [FailingService] }, { platform });
    expect((await app.call('failing_fail', { how: 'forbidden' })).value).toMatchObject({ statusCode: 403 });
    expect((await app.call('failing_fail', { how: 'odd' })).value).toMatchObject({
      statusCode: 409,
      message: 'thrown by the filter',
    });
    expect(await app.call('failing_fail', { how: 'range' })).toMatchObject({
      isError: true,
      value: { statusCode: 422, message: 'returned by the filter' },
    });
  });

  it('is made anew for each call when it, or an enhancer, is request-scoped', async () => {
    let made = 0;
    @Injectable({ scope: Scope.REQUEST })
    class Caller {
      readonly number = ++made;
      constructor(@Inject(REQUEST) readonly request: { headers: Record<string, string>; body: unknown }) {}
    }
    @Injectable({ scope: Scope.REQUEST })
    class CallerGuard implements CanActivate {
      constructor(@Inject(Caller) private readonly caller: Caller) {}
      canActivate() {
        return this.caller.request.headers['x-key'] === 'right';
      }
    }
    @Injectable()
    class ScopedService {
      constructor(@Inject(Caller) private readonly caller: Caller) {}

      @McpTool()
      @UseGuards(CallerGuard)
      who() {
        return { number: this.caller.number, body: this.caller.request.body };
      }
    }
    @Injectable()
    class GuardedService {
      @McpTool()
      @UseGuards(CallerGuard)
      open() {
        return 'open';
      }
    }
    const app = await boot({ providers: [ScopedService, GuardedService, Caller, CallerGuard] }, { platform });
    expect((await app.call('scoped_who')).isError).toBe(true);
    const first = (await app.value('scoped_who', {}, KEY)) as { number: number };
    const second = (await app.value('scoped_who', {}, KEY)) as { number: number };
    expect(second.number).toBe(first.number + 1);
    expect(await app.value('guarded_open', {}, KEY)).toBe('open');
    expect((await app.call('guarded_open')).isError).toBe(true);
  });

  it('gives a constructor that fails in a call to the filters', async () => {
    @Injectable({ scope: Scope.REQUEST })
    @UseFilters(OddFilter)
    class FussyService {
      constructor() {
        throw new OddError('not today');
      }

      @McpTool()
      run() {}
    }
    const app = await boot({ providers: [FussyService, Journal] }, { platform });
    expect((await app.call('fussy_run')).value).toEqual({ odd: 'not today' });
  });

  it('runs request-scoped and transient global guards', async () => {
    @Injectable()
    class PlainService {
      @McpTool()
      open() {
        return 'open';
      }
    }
    for (const scope of [Scope.REQUEST, Scope.TRANSIENT]) {
      const app = await boot(
        { providers: [PlainService, Journal, { provide: APP_GUARD, useClass: PassingGuard, scope }] },
        { platform },
      );
      expect((await app.call('plain_open', {}, { 'x-plain': 'no' })).isError).toBe(true);
      expect(await app.value('plain_open')).toBe('open');
    }
  });

  it('runs a transient guard', async () => {
    @Injectable({ scope: Scope.TRANSIENT })
    class TransientGuard extends KeyGuard {}
    @Injectable()
    class TransientlyGuardedService {
      @McpTool()
      @UseGuards(TransientGuard)
      open() {
        return 'open';
      }
    }
    const app = await boot({ providers: [TransientlyGuardedService, Journal] }, { platform });
    expect((await app.call('transiently_guarded_open')).isError).toBe(true);
    expect(await app.value('transiently_guarded_open', {}, KEY)).toBe('open');
  });

  it('is made anew for each call when it is transient', async () => {
    let made = 0;
    @Injectable({ scope: Scope.TRANSIENT })
    @UseGuards(KeyGuard)
    class CountingService {
      readonly number = ++made;

      @McpTool()
      number_() {
        return this.number;
      }
    }
    const app = await boot({ providers: [CountingService, Journal] }, { platform });
    const first = await app.value('counting_number', {}, KEY);
    expect(await app.value('counting_number', {}, KEY)).not.toBe(first);
    expect((await app.call('counting_number')).isError).toBe(true);
  });
});

/** Lets the endpoint itself pass, and calls without `x-plain`. */
@Injectable()
class PassingGuard implements CanActivate {
  constructor(@Inject(Journal) private readonly journal: Journal) {}

  canActivate(context: ExecutionContext): boolean {
    this.journal.entries.push('global guard');
    const { headers } = context.switchToHttp().getRequest<{ headers: Record<string, string> }>();
    return context.getClass().name === 'McpController' || headers['x-plain'] === undefined;
  }
}

describe('the boot stops', () => {
  it('for a value with enhancers that Nest does not resolve', async () => {
    class NotDecorated {}
    const message = await bootError({
      providers: [Journal, { provide: 'greeter', useValue: new ClassLevelService() }],
    });
    expect(NotDecorated).toBeDefined();
    expect(message).toContain('ClassLevelService.greet has @McpTool(), but Nest cannot resolve its KeyGuard');
    expect(message).toContain('List ClassLevelService itself among the providers of AppModule');
  });

  it('for a value when global guards are request-scoped', async () => {
    class PlainService {
      @McpTool()
      open() {}
    }
    const message = await bootError({
      providers: [
        Journal,
        { provide: 'plain', useValue: new PlainService() },
        { provide: APP_GUARD, useClass: PassingGuard, scope: Scope.REQUEST },
      ],
    });
    expect(message).toContain('request-scoped or transient global guards');
  });

  it('for two modules with one provider', async () => {
    @Injectable()
    class PlainService {
      @McpTool()
      open() {}
    }
    @Module({ providers: [PlainService] })
    class OtherModule {}
    expect(await bootError({ imports: [OtherModule], providers: [PlainService] })).toContain(
      'Two tools are named "plain_open"',
    );
  });
});
