import { describe, expect, it } from '@jest/globals';
import {
  Controller,
  Get,
  Injectable,
  NotFoundException,
  Req,
  StreamableFile,
  ValidationPipe,
} from '@nestjs/common';
import type { LoggerService } from '@nestjs/common';
import { Type } from 'class-transformer';
import { IsInt, IsOptional, IsString, MinLength } from 'class-validator';
import { of } from 'rxjs';
import { McpArgs, McpContext, McpParam, McpTool } from '../../lib/index.js';
import { boot, bootError, PLATFORMS } from '../support/mcp-app.js';

class ForecastDto {
  @IsString()
  @MinLength(2)
  city!: string;

  @IsOptional()
  @IsInt()
  @Type(() => Number)
  days?: number;
}

@Injectable()
class WeatherService {
  readonly source = 'satellite';

  @McpTool({ description: 'Says how the weather will be.' })
  forecast(@McpArgs() { city, days = 1 }: ForecastDto) {
    return { city, days, source: this.source };
  }

  @McpTool()
  current(@McpArgs('city') @McpParam({ required: true }) city: string, @McpArgs('unit') unit?: string) {
    return `${city} in ${unit ?? 'celsius'}`;
  }

  @McpTool()
  caller(@McpContext() context: McpContext, @Req() request: { method: string; body: unknown }) {
    return { name: context.name, method: request.method, body: request.body ?? null };
  }

  @McpTool()
  later() {
    return of('first', 'last');
  }

  @McpTool()
  file() {
    return new StreamableFile(Buffer.from('a,b'), { type: 'text/csv' });
  }

  @McpTool()
  missing() {
    throw new NotFoundException('No such city');
  }

  @McpTool()
  broken() {
    throw new Error('secret');
  }

  @McpTool()
  throwsText() {
    // eslint-disable-next-line @typescript-eslint/only-throw-error
    throw 'secret text';
  }
}

class RecordingLogger implements LoggerService {
  readonly errors: string[] = [];
  log() {}
  warn() {}
  error(message: unknown, ...rest: unknown[]) {
    this.errors.push([message, ...rest].map(String).join(' '));
  }
}

describe.each(PLATFORMS)('tools of providers, on %s', (platform) => {
  const start = (logger?: LoggerService) =>
    boot(
      { providers: [WeatherService] },
      {
        platform,
        nest: logger ? { logger } : undefined,
        setup: (app) => app.useGlobalPipes(new ValidationPipe({ transform: true, whitelist: true })),
      },
    );

  it('are listed with the schema of their arguments', async () => {
    const app = await start();
    expect(await app.toolNames()).toEqual([
      'weather_forecast',
      'weather_current',
      'weather_caller',
      'weather_later',
      'weather_file',
      'weather_missing',
      'weather_broken',
      'weather_throws_text',
    ]);
    const forecast = await app.tool('weather_forecast');
    expect(forecast.description).toBe('Says how the weather will be.');
    expect(forecast.inputSchema.required).toEqual(['city']);
    expect(forecast.inputSchema.properties['city']).toMatchObject({ type: 'string', minLength: 2 });
    expect(forecast.annotations).toBeUndefined();
    expect((await app.tool('weather_current')).inputSchema.required).toEqual(['city']);
    expect((await app.tool('weather_current')).description).toBe('Current');
  });

  it('take all arguments as a DTO, or one by one', async () => {
    const app = await start();
    expect(await app.value('weather_forecast', { city: 'Rome', days: 3 })).toEqual({
      city: 'Rome',
      days: 3,
      source: 'satellite',
    });
    expect(await app.value('weather_current', { city: 'Rome' })).toBe('Rome in celsius');
  });

  it('refuse arguments that do not fit', async () => {
    const app = await start();
    const { isError, text } = await app.call('weather_forecast', { city: 'R', extra: 1 });
    expect(isError).toBe(true);
    expect(text).toContain('city: must have at least 2 characters');
    expect(text).toContain('unknown argument "extra"');
  });

  it('get the context and an internal request whose body is the arguments', async () => {
    const app = await start();
    expect(await app.value('weather_caller')).toEqual({ name: 'weather_caller', method: 'POST', body: null });
  });

  it('may return observables and files', async () => {
    const app = await start();
    expect(await app.value('weather_later')).toBe('last');
    expect((await app.call('weather_file')).text).toBe('a,b');
  });

  it('answer exceptions as routes do, and log unknown ones once', async () => {
    const logger = new RecordingLogger();
    const app = await start(logger);
    expect(await app.call('weather_missing')).toMatchObject({
      isError: true,
      value: { statusCode: 404, message: 'No such city', error: 'Not Found' },
    });
    expect(logger.errors).toEqual([]);
    expect(await app.call('weather_broken')).toMatchObject({
      isError: true,
      value: { statusCode: 500, message: 'Internal server error' },
    });
    expect(logger.errors).toHaveLength(1);
    expect(logger.errors[0]).toContain('secret');
    expect((await app.call('weather_throws_text')).text).not.toContain('secret');
    expect(logger.errors).toHaveLength(2);
  });
});

describe('a provider', () => {
  it('is found under another token, as a value, and once when it has an alias', async () => {
    @Injectable()
    class ClockService {
      @McpTool()
      now() {
        return 'noon';
      }
    }
    for (const provider of [
      { provide: 'clock', useClass: ClockService },
      { provide: 'clock', useValue: new ClockService() },
      { provide: 'clock', useFactory: () => new ClockService() },
    ]) {
      const app = await boot({ providers: [provider, { provide: 'alias', useExisting: 'clock' }] });
      expect(await app.toolNames()).toEqual(['clock_now']);
      expect(await app.value('clock_now')).toBe('noon');
    }
  });

  it('offers inherited methods, but not what only its class says', async () => {
    class BaseService {
      @McpTool()
      inherited() {
        return this.constructor.name;
      }
    }
    @Injectable()
    @McpTool({ tags: ['all'] })
    class ItemsService extends BaseService {
      helper() {}
    }
    const app = await boot({ providers: [ItemsService] });
    expect(await app.toolNames()).toEqual(['items_inherited']);
    expect(await app.value('items_inherited')).toBe('ItemsService');
  });

  it('shares the names with controllers', async () => {
    @Injectable()
    class ItemsService {
      @McpTool('list')
      list() {}
    }
    @Controller('items')
    class ItemsController {
      @Get()
      @McpTool('list')
      list() {}
    }
    const message = await bootError({ providers: [ItemsService], controllers: [ItemsController] });
    expect(message).toContain('Two tools are named "list": ItemsController.list (AppModule)');
    expect(message).toContain('and ItemsService.list (AppModule)');
  });
});
