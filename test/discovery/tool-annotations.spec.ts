import { describe, expect, it } from '@jest/globals';
import {
  All,
  Body,
  Controller,
  Delete,
  Get,
  Head,
  Options,
  Patch,
  Post,
  Put,
  QueryMethod,
  Search,
} from '@nestjs/common';
import { McpAnnotations, McpReadOnly, McpTool } from '../../lib/index.js';
import type { McpRootOptions, McpToolAnnotations } from '../../lib/index.js';
import { boot, PLATFORMS } from '../support/mcp-app.js';
import type { PlatformName } from '../support/mcp-app.js';

const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true };
const CREATES = { readOnlyHint: false, destructiveHint: false, idempotentHint: false };
const REPLACES = { readOnlyHint: false, destructiveHint: true, idempotentHint: true };
const CHANGES = { readOnlyHint: false, destructiveHint: true, idempotentHint: false };

/** Boots an application whose only route has these decorators, and returns its annotations. */
async function annotationsOf(
  decorators: MethodDecorator[],
  { platform, mcp, onClass = [] }: Setup = {},
): Promise<McpToolAnnotations | undefined> {
  @Controller('things')
  class ThingsController {
    run(@Body() body: object) {
      return body;
    }
  }
  const descriptor = Object.getOwnPropertyDescriptor(ThingsController.prototype, 'run')!;
  for (const decorate of decorators) {
    decorate(ThingsController.prototype, 'run', descriptor);
  }
  onClass.forEach((decorate) => decorate(ThingsController));
  const app = await boot({ controllers: [ThingsController] }, { platform, mcp });
  return (await app.tools())[0]!.annotations;
}

interface Setup {
  platform?: PlatformName;
  mcp?: McpRootOptions;
  onClass?: ClassDecorator[];
}

describe('layer 1: the HTTP method', () => {
  describe.each(PLATFORMS)('on %s', (platform) => {
    it.each([
      ['GET', Get, READS],
      ['HEAD', Head, READS],
      ['OPTIONS', Options, READS],
      ['QUERY', QueryMethod, READS],
      ['SEARCH', Search, READS],
      ['POST', Post, CREATES],
      ['PUT', Put, REPLACES],
      ['PATCH', Patch, CHANGES],
      ['DELETE', Delete, REPLACES],
    ] as const)('%s', async (_verb, route, expected) => {
      expect(await annotationsOf([route(), McpTool()], { platform })).toEqual(expected);
    });

    it('@All() is replayed with POST when it takes a body, with GET otherwise, and says so', async () => {
      expect(await annotationsOf([All(), McpTool()], { platform })).toEqual(CREATES);
    });
  });

  it.each([Get, Post, Put, Patch, Delete])(
    'says nothing with inferHttpMethodAnnotations: false (%p)',
    async (route) => {
      const mcp = { inferHttpMethodAnnotations: false };
      expect(await annotationsOf([route(), McpTool()], { mcp })).toBeUndefined();
    },
  );

  it('leaves what is declared with inferHttpMethodAnnotations: false', async () => {
    const mcp = { inferHttpMethodAnnotations: false };
    const decorators = [
      Get(),
      McpTool({ scopes: ['a'] }),
      McpAnnotations({ title: 'T' }),
      McpReadOnly(false),
    ];
    expect(await annotationsOf(decorators, { mcp })).toEqual({
      title: 'T',
      readOnlyHint: false,
      scopes: ['a'],
    });
  });
});

describe('layer 2: @McpTool({ annotations })', () => {
  it('is stronger than the HTTP method', async () => {
    const annotations = { destructiveHint: false, openWorldHint: true };
    expect(await annotationsOf([Delete(), McpTool({ annotations })])).toEqual({
      ...REPLACES,
      ...annotations,
    });
  });

  it('takes hints of your own', async () => {
    expect(await annotationsOf([Get(), McpTool({ annotations: { costHint: 'high' } })])).toEqual({
      ...READS,
      costHint: 'high',
    });
  });
});

describe('layer 3: @McpAnnotations()', () => {
  it('is stronger than @McpTool({ annotations }), hint by hint', async () => {
    const tool = McpTool({ annotations: { title: 'tool', destructiveHint: false } });
    expect(await annotationsOf([Delete(), tool, McpAnnotations({ title: 'own' })])).toEqual({
      ...REPLACES,
      title: 'own',
      destructiveHint: false,
    });
  });

  it('in whatever order the decorators stand', async () => {
    const tool = McpTool({ annotations: { title: 'tool' } });
    expect(await annotationsOf([McpAnnotations({ title: 'own' }), tool, Get()])).toMatchObject({
      title: 'own',
    });
  });
});

describe('layer 4: @McpTool({ readOnly })', () => {
  it.each([true, false])('%p is stronger than every annotation', async (readOnly) => {
    const annotations = { readOnlyHint: !readOnly };
    const decorators = [Post(), McpTool({ annotations, readOnly }), McpAnnotations(annotations)];
    expect(await annotationsOf(decorators)).toEqual({ ...CREATES, readOnlyHint: readOnly });
  });
});

describe('layer 5: @McpReadOnly()', () => {
  it.each([true, false])('%p is stronger than @McpTool({ readOnly })', async (readOnly) => {
    const decorators = [Post(), McpTool({ readOnly: !readOnly }), McpReadOnly(readOnly)];
    expect(await annotationsOf(decorators)).toEqual({ ...CREATES, readOnlyHint: readOnly });
  });

  it('is true when it says nothing', async () => {
    expect(await annotationsOf([Post(), McpTool(), McpReadOnly()])).toMatchObject({ readOnlyHint: true });
  });
});

describe('layer 6: @McpTool({ scopes })', () => {
  it('are added', async () => {
    expect(await annotationsOf([Get(), McpTool({ scopes: ['items:read'] })])).toEqual({
      ...READS,
      scopes: ['items:read'],
    });
  });

  it.each([
    ['@McpTool({ annotations })', [McpTool({ scopes: ['late'], annotations: { scopes: ['early'] } })]],
    ['@McpAnnotations()', [McpTool({ scopes: ['late'] }), McpAnnotations({ scopes: ['early'] })]],
  ])('are not, when %s have scopes already', async (_where, decorators) => {
    expect(await annotationsOf([Get(), ...decorators])).toMatchObject({ scopes: ['early'] });
  });

  it('stay empty when an annotation says that there are none', async () => {
    const decorators = [Get(), McpTool({ scopes: ['late'] }), McpAnnotations({ scopes: [] })];
    expect(await annotationsOf(decorators)).toMatchObject({ scopes: [] });
  });
});

describe('on the class', () => {
  it('annotations hold for its routes, and those of a route are stronger', async () => {
    const onClass = [
      McpTool({ annotations: { openWorldHint: false, title: 'class' }, scopes: ['class'] }) as ClassDecorator,
      McpAnnotations({ costHint: 'low', noteHint: 'class' }) as ClassDecorator,
    ];
    const decorators = [
      Get(),
      McpTool({ annotations: { title: 'method' } }),
      McpAnnotations({ noteHint: 'method' }),
    ];
    expect(await annotationsOf(decorators, { onClass })).toEqual({
      ...READS,
      openWorldHint: false,
      title: 'method',
      costHint: 'low',
      noteHint: 'method',
      scopes: ['class'],
    });
  });

  it('@McpReadOnly() holds for its routes, and that of a route is stronger', async () => {
    const onClass = [McpReadOnly() as ClassDecorator];
    expect(await annotationsOf([Post(), McpTool()], { onClass })).toMatchObject({ readOnlyHint: true });
    expect(await annotationsOf([Post(), McpTool(), McpReadOnly(false)], { onClass })).toMatchObject({
      readOnlyHint: false,
    });
  });

  it('@McpTool({ readOnly }) of a route is stronger than @McpTool({ readOnly }) of the class', async () => {
    const onClass = [McpTool({ readOnly: true }) as ClassDecorator];
    expect(await annotationsOf([Post(), McpTool({ readOnly: false })], { onClass })).toMatchObject({
      readOnlyHint: false,
    });
  });
});
