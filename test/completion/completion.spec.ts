import { afterEach, describe, expect, it } from '@jest/globals';
import {
  Controller,
  Get,
  Injectable,
  NotFoundException,
  Param,
  ParseEnumPipe,
  Query,
  UseGuards,
} from '@nestjs/common';
import type { ExecutionContext } from '@nestjs/common';
import { IsBoolean, IsEnum, IsOptional } from 'class-validator';
import { McpArgs, McpComplete, McpContext, McpModule, McpPrompt, McpResource } from 'nestjs-mcp';
import { CLIENT_KINDS } from '../support/connect-client.js';
import { EndpointClient } from '../support/endpoint-client.js';
import { bootError } from '../support/mcp-app.js';
import { PLATFORMS, startApp } from '../support/running-app.js';
import type { PlatformName, RunningApp } from '../support/running-app.js';

enum Language {
  German = 'de',
  Danish = 'DA',
  English = 'en',
}

class TranslateDto {
  @IsEnum(Language)
  language!: Language;

  @IsOptional()
  @IsBoolean()
  formal?: boolean;

  @IsOptional()
  topic?: string;
}

const keyGuard = {
  canActivate: (context: ExecutionContext) =>
    context.switchToHttp().getRequest<{ headers: Record<string, string> }>().headers['x-key'] === 'right',
};

@Injectable()
class TranslatePrompts {
  @McpPrompt('translate')
  translate(@McpArgs() dto: TranslateDto) {
    return dto.language;
  }

  @McpPrompt('secret')
  secret(@McpArgs('word') word: string, @McpArgs('count') count: string, @McpArgs('broken') broken: string) {
    return word + count + broken;
  }

  @McpComplete({ ref: 'translate', argument: 'topic' })
  topics(value: string, args: Record<string, string>) {
    return [`${value}-${args['language'] ?? 'any'}`];
  }

  @McpComplete({ ref: 'secret', argument: 'word' })
  @UseGuards(keyGuard)
  words(@McpArgs('value') value: string, @McpContext() context: McpContext) {
    return { values: [value, context.method], total: 7 };
  }

  @McpComplete({ ref: 'secret', argument: 'count' })
  counts() {
    return Array.from({ length: 150 }, (_, index) => index);
  }

  @McpComplete({ ref: 'secret', argument: 'broken' })
  broken() {
    return 'no list';
  }
}

@Controller()
class CitiesController {
  @Get('cities/:country/:city')
  @McpResource({ name: 'city', template: 'nest://cities/{country}/{city}{?size}' })
  city(
    @Param('country') country: string,
    @Param('city') city: string,
    @Query('size', new ParseEnumPipe({ Small: 'small', Large: 'large' }, { optional: true })) size?: string,
  ) {
    return { country, city, size };
  }

  @Get('suggestions')
  @McpComplete({ ref: 'nest://cities/{country}/{city}{?size}', argument: 'city' })
  suggestions(@Query('value') value: string, @Query('country') country?: string) {
    if (country === 'nowhere') {
      throw new NotFoundException('No such country');
    }
    return [`${value}ville`, country ?? 'none'];
  }

  @Get('plain')
  @McpResource('nest://plain')
  plain() {}
}

let app: RunningApp | undefined;
let client: EndpointClient;

afterEach(async () => {
  if (app) {
    await client.wire.assertValidMessages();
    await app.close();
    app = undefined;
  }
});

async function start(platform: PlatformName): Promise<RunningApp> {
  app = await startApp({
    platform,
    module: {
      imports: [McpModule.forRoot()],
      controllers: [CitiesController],
      providers: [TranslatePrompts],
    },
  });
  client = new EndpointClient(app.mcp);
  return app;
}

const TEMPLATE = { type: 'ref/resource', uri: 'nest://cities/{country}/{city}{?size}' };
const prompt = (name: string) => ({ type: 'ref/prompt', name });

async function complete(
  ref: unknown,
  name: string,
  value: string,
  context?: object,
  headers: Record<string, string> = {},
) {
  const params = { ref, argument: { name, value }, context };
  const { message } = await client.legacy('completion/complete', params, headers);
  return message.result?.['completion'] ?? message.error;
}

describe.each(PLATFORMS)('completion, on %s', (platform) => {
  it('comes from the enums of prompt arguments and template variables', async () => {
    await start(platform);
    expect(await complete(prompt('translate'), 'language', '')).toEqual({
      values: ['de', 'DA', 'en'],
      total: 3,
      hasMore: false,
    });
    expect(await complete(prompt('translate'), 'language', 'D')).toMatchObject({ values: ['de', 'DA'] });
    expect(await complete(prompt('translate'), 'formal', 't')).toMatchObject({ values: ['true'] });
    expect(await complete(TEMPLATE, 'size', 'L')).toMatchObject({ values: ['large'] });
    expect(await complete(TEMPLATE, 'country', 'x')).toEqual({ values: [], total: 0, hasMore: false });
    const ofUri = { type: 'ref/resource', uri: 'nest://cities/de/berlin' };
    expect(await complete(ofUri, 'size', 's')).toMatchObject({ values: ['small'] });
    const modern = await client.modern('completion/complete', {
      ref: prompt('translate'),
      argument: { name: 'language', value: 'e' },
    });
    expect(modern.message.result).toEqual({
      resultType: 'complete',
      completion: { values: ['en'], total: 1, hasMore: false },
    });
  });

  it('comes from methods of providers, with what was typed and the other arguments', async () => {
    await start(platform);
    expect(await complete(prompt('translate'), 'topic', 'art')).toMatchObject({ values: ['art-any'] });
    const context = { arguments: { language: 'de' } };
    expect(await complete(prompt('translate'), 'topic', 'art', context)).toMatchObject({
      values: ['art-de'],
    });
  });

  it('comes from routes', async () => {
    await start(platform);
    const context = { arguments: { country: 'fr', other: 'x' } };
    expect(await complete(TEMPLATE, 'city', 'Bel', context)).toMatchObject({ values: ['Belville', 'fr'] });
    expect(await complete(TEMPLATE, 'city', 'Bel')).toMatchObject({ values: ['Belville', 'none'] });
    expect(await complete(TEMPLATE, 'city', '', { arguments: { country: 'nowhere' } })).toEqual({
      code: -32603,
      message: 'No such country',
      data: { statusCode: 404 },
    });
  });

  it('runs guards', async () => {
    await start(platform);
    expect(await complete(prompt('secret'), 'word', 'a')).toMatchObject({
      code: -32603,
      data: { statusCode: 403 },
    });
    expect(await complete(prompt('secret'), 'word', 'a', undefined, { 'x-key': 'right' })).toEqual({
      values: ['a', 'completion/complete'],
      total: 7,
      hasMore: true,
    });
  });

  it('gives at most 100 values', async () => {
    await start(platform);
    const completion = (await complete(prompt('secret'), 'count', '')) as { values: string[] };
    expect(completion).toMatchObject({ total: 150, hasMore: true });
    expect(completion.values).toHaveLength(100);
    expect(completion.values[99]).toBe('99');
  });

  it('says "Internal error" when a method returns something else', async () => {
    await start(platform);
    expect(await complete(prompt('secret'), 'broken', '')).toMatchObject({
      code: -32603,
      message: 'Internal error',
    });
  });

  it.each([
    ['an unknown prompt', prompt('unknown'), 'a', 'Unknown prompt: unknown'],
    ['an unknown template', { type: 'ref/resource', uri: 'nest://x' }, 'a', 'Unknown resource template'],
    ['an unknown argument', prompt('translate'), 'a', 'Unknown argument "a"'],
    ['an unknown variable', TEMPLATE, 'a', 'Unknown argument "a"'],
    ['a resource without variables', { type: 'ref/resource', uri: 'nest://plain' }, 'a', 'Unknown argument'],
    ['an unknown kind of reference', { type: 'ref/tool', name: 'x' }, 'a', '"ref" must be'],
    ['no reference', undefined, 'a', '"ref" must be'],
  ])('refuses %s with -32602', async (_label, ref, name, message) => {
    await start(platform);
    expect(await complete(ref, name, '')).toMatchObject({
      code: -32602,
      message: expect.stringContaining(message),
    });
  });

  it('refuses malformed arguments with -32602', async () => {
    await start(platform);
    for (const params of [
      { ref: prompt('translate') },
      { ref: prompt('translate'), argument: { name: 'language', value: 7 } },
      { ref: prompt('translate'), argument: { name: 'language', value: '' }, context: { arguments: [] } },
    ]) {
      expect((await client.legacy('completion/complete', params)).message.error?.code).toBe(-32602);
    }
  });
});

describe('the boot stops for a completer', () => {
  const errorOf = (ref: string, argument: string) => {
    @Injectable()
    class LostCompleter {
      @McpComplete({ ref, argument })
      complete() {
        return [];
      }
    }
    return bootError({ providers: [TranslatePrompts, LostCompleter] });
  };

  it('of nothing', async () => {
    expect(await errorOf('nothing', 'a')).toContain(
      'LostCompleter.complete: @McpComplete({ ref }) names "nothing", but there is no prompt',
    );
  });

  it('of an argument that is not there', async () => {
    expect(await errorOf('translate', 'color')).toContain('names "color", which "translate" does not have');
  });
});

describe.each(CLIENT_KINDS)('with $label', (kind) => {
  it('arguments are completed', async () => {
    const { mcp } = await start('fastify');
    await client.legacy('ping');
    const official = await kind.connect(mcp);
    const { completion } = await official.complete({
      ref: { type: 'ref/prompt', name: 'translate' },
      argument: { name: 'topic', value: 'art' },
      context: { arguments: { language: 'de' } },
    });
    expect(completion.values).toEqual(['art-de']);
    await official.close();
    await official.wire.assertValidMessages();
  });
});
