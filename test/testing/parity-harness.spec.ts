import { Controller, Get, Param, Query, Req } from '@nestjs/common';
import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { McpModule, McpTool } from 'nestjs-mcp';
import { createParityHarness, expectParity, ParityError } from 'nestjs-mcp/testing';

interface RequestLike {
  readonly headers: Readonly<Record<string, string | undefined>>;
}

@Controller('cups')
@McpTool()
class CupsController {
  @Get(':id')
  findOne(@Param('id') id: string, @Query('size') size?: string) {
    return { id, size, lids: [{ color: id }] };
  }

  @Get('of/me')
  mine(@Req() { headers }: RequestLike) {
    return { user: headers['x-user'], day: headers['x-day'] };
  }
}

describe('parity harness', () => {
  let app: INestApplication;

  beforeAll(async () => {
    app = await NestFactory.create(
      {
        module: class CupsModule {},
        imports: [McpModule.forRoot({ path: '/agents' })],
        controllers: [CupsController],
      },
      new FastifyAdapter(),
      { logger: false },
    );
    await app.listen(0, '127.0.0.1');
  });

  afterAll(() => app.close());

  it('compares equal answers', async () => {
    const parity = await createParityHarness(app, { path: '/agents' });

    const comparison = await parity.compare({
      tool: 'cups_find_one',
      arguments: { id: 'a', size: 'S' },
      http: { path: '/cups/a', query: { size: 'S' } },
    });

    expect(comparison).toMatchObject({
      http: { status: 200, body: { id: 'a', size: 'S' } },
      tool: { status: 200, body: { id: 'a', size: 'S' }, isError: false, answeredBy: 'route' },
      equal: true,
      differences: [],
    });
    expect(() => expectParity(comparison)).not.toThrow();
  });

  it('names every difference', async () => {
    const parity = await createParityHarness(app, { path: '/agents' });

    const comparison = await parity.compare({
      tool: 'cups_find_one',
      arguments: { id: 'a', size: 'S' },
      http: { path: '/cups/b' },
    });

    expect(comparison.equal).toBe(false);
    expect(() => expectParity(comparison)).toThrow(ParityError);
    expect(() => expectParity(comparison)).toThrow(
      [
        "The tool cups_find_one({ id: 'a', size: 'S' }) does not answer as GET /cups/b does:",
        "  body.id: 'b' over HTTP, 'a' as a tool",
        "  body.lids[0].color: 'b' over HTTP, 'a' as a tool",
        "  body.size: undefined over HTTP, 'S' as a tool",
      ].join('\n'),
    );
  });

  it('tells a refused call from a route that answers', async () => {
    const parity = await createParityHarness(app, { path: '/agents' });

    const comparison = await parity.compare({
      tool: 'cups_find_one',
      arguments: { id: 'a', colour: 'red' },
      http: { path: '/cups/a', query: { colour: 'red' } },
    });

    expect(comparison.tool).toMatchObject({ isError: true, answeredBy: 'arguments' });
    expect(() => expectParity(comparison)).toThrow(/status: 200 over HTTP, 'refused: .*"colour"/s);
  });

  it('sends the headers of harness and case in both ways', async () => {
    const parity = await createParityHarness(app, {
      path: '/agents',
      headers: { 'x-user': 'ann', 'x-day': 'mon' },
    });

    const comparison = await parity.compare({
      tool: 'cups_mine',
      http: { path: '/cups/of/me' },
      headers: { 'X-Day': 'tue' },
    });

    expectParity(comparison);
    expect(comparison.tool.body).toEqual({ user: 'ann', day: 'tue' });
  });

  it('says that there is no such tool', async () => {
    const parity = await createParityHarness(app, { path: '/agents' });

    await expect(parity.compare({ tool: 'cups', http: { path: '/cups/a' } })).rejects.toThrow(
      'tools/call failed: Unknown tool: cups (-32602)',
    );
  });

  it('says that there is no MCP endpoint', async () => {
    const parity = await createParityHarness(app);

    await expect(parity.compare({ tool: 'cups_mine', http: { path: '/cups/of/me' } })).rejects.toThrow(
      'The MCP endpoint answered 404, and no JSON-RPC',
    );
  });
});
