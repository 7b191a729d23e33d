import { describe, expect, it } from '@jest/globals';
import { Controller, Get, Injectable, Param, ParseIntPipe, Post, Query, Sse } from '@nestjs/common';
import { EMPTY } from 'rxjs';
import { McpResource } from '../../lib/index.js';
import type { McpResourceOptions } from '../../lib/index.js';
import { bootError, PLATFORMS } from '../support/mcp-app.js';

function controllerWith(options: string | McpResourceOptions) {
  @Controller('items')
  class ItemsController {
    @Get(':id')
    @McpResource(options)
    one(@Param('id') id: string, @Query('page', ParseIntPipe) page: number) {
      return { id, page };
    }
  }
  return ItemsController;
}

describe.each(PLATFORMS)('on %s, the boot stops for a resource', (platform) => {
  const errorOf = (options: string | McpResourceOptions) =>
    bootError({ controllers: [controllerWith(options)] }, { platform });

  it.each<[string, string | McpResourceOptions, string]>([
    [
      'whose URI says no path parameter',
      'nest://item',
      'ItemsController.one requires "id", which the URI "nest://item" does not say. Use a template, such as',
    ],
    [
      'whose template leaves out a required query parameter',
      { template: 'nest://items/{id}' },
      'ItemsController.one requires "page", which the template "nest://items/{id}" leaves out',
    ],
    [
      'whose template has a variable that is no parameter',
      { template: 'nest://items/{id}/{color}{?page}' },
      'the variable "color" of the template "nest://items/{id}/{color}{?page}" is no path or query parameter of the ' +
        'route. Those are: id, page.',
    ],
    ['with an expression that is not understood', { template: 'nest://{#id}' }, 'has the expression {#id}'],
    ['with a template without a variable', { template: 'nest://items' }, 'has no variable. Use uri instead.'],
    ['with a template without a scheme', { template: 'items/{id}{?page}' }, 'has no scheme'],
    ['with a relative URI', 'items', '"items" is no URI'],
    ['with variables in its URI', 'nest://items/{id}', 'goes in @McpResource({ template })'],
    ['with both', { uri: 'nest://a', template: 'nest://{id}' }, 'with uri and template. Keep one of them.'],
    ['with an empty name', { name: ' ', uri: 'nest://a' }, '" " is no valid name'],
    [
      'with a size for a template',
      { template: 'nest://{id}{?page}', size: 3 },
      '@McpResource({ size }) is for one resource',
    ],
  ])('%s', async (_label, options, reason) => {
    const message = await errorOf(options);
    expect(message).toContain('ItemsController.one');
    expect(message).toContain(reason);
  });

  it('that is no GET route', async () => {
    @Controller('items')
    class ItemsController {
      @Post()
      @McpResource()
      create() {}
    }
    const message = await bootError({ controllers: [ItemsController] }, { platform });
    expect(message).toContain(
      'ItemsController.create cannot be a resource: it is a POST route, and to read is to GET. Take @McpResource() away.',
    );
  });

  it('that streams events', async () => {
    @Controller('items')
    class ItemsController {
      @Sse()
      @McpResource()
      events() {
        return EMPTY;
      }
    }
    expect(await bootError({ controllers: [ItemsController] }, { platform })).toContain(
      'ItemsController.events cannot be a resource: the route streams events',
    );
  });

  it('without a route, and of a provider', async () => {
    @Controller('items')
    class ItemsController {
      @McpResource()
      list() {}
    }
    expect(await bootError({ controllers: [ItemsController] }, { platform })).toContain(
      'ItemsController.list has @McpResource() but no route. Add @Get()',
    );
    @Injectable()
    class ItemsService {
      @McpResource()
      list() {}
    }
    expect(await bootError({ providers: [ItemsService] }, { platform })).toContain(
      'ItemsService.list has @McpResource() but no route: ItemsService is a provider',
    );
  });

  it('with the URI of another', async () => {
    @Controller('items')
    class ItemsController {
      @Get('a')
      @McpResource('nest://a')
      first() {}

      @Get('b')
      @McpResource('nest://a')
      second() {}
    }
    expect(await bootError({ controllers: [ItemsController] }, { platform })).toContain(
      'Two resources have the URI "nest://a": ItemsController.first (AppModule) and ItemsController.second (AppModule)',
    );
  });
});
