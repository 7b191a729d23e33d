import { afterEach, describe, expect, it } from '@jest/globals';
import {
  Controller,
  Delete,
  Get,
  HttpCode,
  Injectable,
  NotFoundException,
  Query,
  Redirect,
  StreamableFile,
} from '@nestjs/common';
import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { IsInt, IsString } from 'class-validator';
import { map } from 'rxjs';
import type { Observable } from 'rxjs';
import { McpTool, McpToolResult } from '../../lib/index.js';
import { CLIENT_KINDS } from '../support/connect-client.js';
import { CHECKING_CLIENTS, startOutputApp, textOf } from './output-app.js';
import type { OutputApp } from './output-app.js';

class PriceDto {
  @IsString()
  item!: string;

  @IsInt()
  cents!: number;

  changedAt?: Date;
}

const SECRET = 'hunter2';
const LOOSE = { type: 'object', properties: { note: { type: 'string' } } };

@Controller('prices')
class PricesController {
  @Get('right')
  @McpTool({ name: 'right', outputType: PriceDto })
  right() {
    return { item: 'Cortado', cents: 350, changedAt: new Date(0) };
  }

  @Get('wrong')
  @McpTool({ name: 'wrong', outputType: [PriceDto] })
  wrong() {
    return [
      { item: 'Cortado', cents: 350 },
      { item: 'Mocha', cents: SECRET },
    ];
  }

  @Get('missing')
  @McpTool({ name: 'missing', outputType: PriceDto })
  missing(@Query('id') id?: string) {
    return id ? { item: 'Cortado', cents: 350 } : null;
  }

  @Get('keyed')
  @McpTool({
    name: 'keyed',
    outputSchema: { type: 'object', additionalProperties: { type: 'integer' } },
  })
  keyed() {
    return { [SECRET]: 'x' };
  }

  @Delete()
  @HttpCode(204)
  @McpTool({ name: 'remove', outputSchema: LOOSE })
  remove() {}

  @Delete('strict')
  @HttpCode(204)
  @McpTool({ name: 'remove_strict', outputType: PriceDto })
  removeStrict() {}

  @Delete('list')
  @HttpCode(204)
  @McpTool({ name: 'remove_list', outputSchema: { anyOf: [{ type: 'array', items: {} }, { type: 'null' }] } })
  removeList() {}

  @Get('nothing')
  @McpTool({ name: 'nothing', outputSchema: LOOSE })
  nothing() {
    return undefined;
  }

  @Get('moved')
  @Redirect('/prices/right')
  @McpTool({ name: 'moved', outputType: PriceDto })
  moved() {}

  @Get('file')
  @McpTool({ name: 'file', outputType: PriceDto })
  file() {
    return new StreamableFile(Buffer.from('x'), { type: 'application/pdf' });
  }

  @Get('own')
  @McpTool({ name: 'own', outputType: PriceDto })
  own() {
    return new McpToolResult({
      content: ['A cortado.'],
      structuredContent: { item: 'Cortado', cents: 350 },
    });
  }

  @Get('own_without')
  @McpTool({ name: 'own_without', outputType: PriceDto })
  ownWithout() {
    return new McpToolResult({ content: ['A cortado.'] });
  }

  @Get('refused')
  @McpTool({ name: 'refused', outputType: PriceDto })
  refused() {
    throw new NotFoundException('There is no such price');
  }
}

@Injectable()
class Envelope implements NestInterceptor {
  intercept(_: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(map((data: unknown) => ({ data })));
  }
}

const controllers = [PricesController];
let app: OutputApp;

afterEach(() => app.close());

describe.each(CHECKING_CLIENTS)('with $label', (kind) => {
  it('a result that meets its schema arrives as data, with dates as JSON has them', async () => {
    app = await startOutputApp({ controllers }, kind);
    expect((await app.call('right')).structuredContent).toEqual({
      item: 'Cortado',
      cents: 350,
      changedAt: '1970-01-01T00:00:00.000Z',
    });
  });

  it('a result that does not meet its schema still reaches the model, marked as an error', async () => {
    app = await startOutputApp({ controllers }, kind);
    const result = await app.call('wrong');
    expect(result.isError).toBe(true);
    expect(result.structuredContent).toBeUndefined();
    expect(textOf(result)).toEqual([
      `[{"item":"Cortado","cents":350},{"item":"Mocha","cents":"${SECRET}"}]`,
      expect.stringContaining('[1].cents must be integer. The call was carried out'),
    ]);
  });

  it.each(['remove', 'nothing'])('%s, which answers without a body, is a success', async (name) => {
    app = await startOutputApp({ controllers }, kind);
    const result = await app.call(name);
    expect(result.isError).toBeUndefined();
    expect(result.structuredContent).toEqual({});
  });

  it('no body is null where the schema takes null', async () => {
    app = await startOutputApp({ controllers }, kind);
    expect((await app.call('remove_list')).structuredContent).toEqual({ result: null });
  });

  it.each(['remove_strict', 'moved', 'file', 'own_without'])(
    '%s, which has no data where the schema demands it, is read and not refused by the client',
    async (name) => {
      app = await startOutputApp({ controllers }, kind);
      const result = await app.call(name);
      expect(result.isError).toBe(true);
      expect(textOf(result).at(-1)).toContain('there is no data. The call was carried out');
    },
  );

  it('the data of a result that the handler made itself is held to the schema as well', async () => {
    app = await startOutputApp({ controllers }, kind);
    expect(await app.call('own')).toMatchObject({
      content: [{ text: 'A cortado.' }],
      structuredContent: { item: 'Cortado', cents: 350 },
    });
  });

  it('an error of the route is the error of the route', async () => {
    app = await startOutputApp({ controllers }, kind);
    const result = await app.call('refused');
    expect(result.isError).toBe(true);
    expect(textOf(result)).toEqual([expect.stringContaining('There is no such price')]);
  });

  it('null where an object is declared is a mismatch, not an object with a "result"', async () => {
    app = await startOutputApp({ controllers }, kind);
    const result = await app.call('missing');
    expect(result.isError).toBe(true);
    expect(textOf(result).at(-1)).toContain('must be object');
  });
});

describe("outputValidation: 'warn', the default", () => {
  it('logs the place once for a tool, however often it is called', async () => {
    app = await startOutputApp({ controllers: [PricesController] });
    await app.call('wrong');
    await app.call('wrong');
    const lines = app.logged.filter((line) => line.includes('The tool "wrong"'));
    expect(lines).toEqual([
      expect.stringMatching(
        /"wrong" \(PricesController\.wrong\).*output schema: \[1\]\.cents must be integer\./,
      ),
    ]);
    expect(lines[0]).not.toContain(SECRET);
  });

  it('names the property that an envelope of the application hides', async () => {
    app = await startOutputApp({
      controllers,
      providers: [{ provide: APP_INTERCEPTOR, useClass: Envelope }],
    });
    expect(textOf(await app.call('right'))[1]).toContain("must have required property 'item'");
  });
});

describe("outputValidation: 'error'", () => {
  it.each(CHECKING_CLIENTS)('withholds the result from $label', async (kind) => {
    app = await startOutputApp({ controllers, mcp: { outputValidation: 'error' } }, kind);
    const result = await app.call('wrong');
    expect(result.isError).toBe(true);
    expect(textOf(result)).toEqual([expect.stringContaining('[1].cents must be integer')]);
    expect(JSON.stringify(result)).not.toContain(SECRET);
  });

  it('does not name keys that are data', async () => {
    app = await startOutputApp({ controllers, mcp: { outputValidation: 'error' } });
    const result = await app.call('keyed');
    expect(textOf(result)).toEqual([expect.stringContaining('* must be integer')]);
    expect(JSON.stringify(result)).not.toContain(SECRET);
  });

  it('lets results through that meet their schema', async () => {
    app = await startOutputApp({ controllers, mcp: { outputValidation: 'error' } });
    expect((await app.call('right')).isError).toBeUndefined();
  });
});

describe("outputValidation: 'off'", () => {
  it('sends the data as it is', async () => {
    app = await startOutputApp({ controllers, mcp: { outputValidation: 'off' } });
    // Without the list the client knows no schema to check by.
    const result = await app.client.callTool('keyed');
    expect(result.structuredContent).toEqual({ [SECRET]: 'x' });
    expect(app.logged.filter((line) => line.includes('"keyed"'))).toEqual([]);
  });

  it('still answers a call without a body in a form that clients take', async () => {
    app = await startOutputApp({ controllers, mcp: { outputValidation: 'off' } });
    expect((await app.call('remove')).structuredContent).toEqual({});
    expect((await app.call('remove_strict')).isError).toBe(true);
  });
});

describe('a client of 2025-03-26, which knows no output schemas', () => {
  it('gets every answer as text and no error', async () => {
    const kind = CLIENT_KINDS.find(({ version }) => version === '2025-03-26')!;
    app = await startOutputApp({ controllers }, kind);
    const result = await app.call('wrong');
    expect(result.isError).toBeUndefined();
    expect(textOf(result)).toHaveLength(1);
  });
});

describe('the boot', () => {
  it('warns of a route that answers 204 and declares data', async () => {
    app = await startOutputApp({ controllers });
    const lines = app.logged.filter((line) => line.includes('204'));
    expect(lines).toEqual([
      expect.stringContaining('PricesController.removeStrict declares an output schema'),
    ]);
  });
});
