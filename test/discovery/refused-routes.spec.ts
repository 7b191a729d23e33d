import { describe, expect, it } from '@jest/globals';
import {
  Body,
  Controller,
  Get,
  Headers,
  Inject,
  Param,
  Post,
  Query,
  RawBody,
  Sse,
  UploadedFile,
  UploadedFiles,
} from '@nestjs/common';
import type { Type } from '@nestjs/common';
import { RouteSchema } from '@nestjs/platform-fastify';
import { EMPTY } from 'rxjs';
import { McpHeader, McpParam, McpTool } from '../../lib/index.js';
import { boot, bootError, PLATFORMS } from '../support/mcp-app.js';

/** A controller with one tool, whose first parameter has this decorator. */
function controllerTaking(decorator: ParameterDecorator, type: unknown = Object): Type {
  @Controller('files')
  class FilesController {
    @Post()
    @McpTool()
    upload(argument: unknown) {
      return argument;
    }
  }
  decorator(FilesController.prototype, 'upload', 0);
  Reflect.defineMetadata('design:paramtypes', type && [type], FilesController.prototype, 'upload');
  return FilesController;
}

describe.each(PLATFORMS)('on %s, the boot stops for a tool', (platform) => {
  it.each([
    ['@UploadedFile()', UploadedFile(), 'parameter 0 takes an uploaded file'],
    ['@UploadedFiles()', UploadedFiles(), 'parameter 0 takes uploaded files'],
    ['@RawBody()', RawBody(), 'parameter 0 takes the raw bytes of the request'],
  ])('with %s', async (_label, decorator, reason) => {
    const message = await bootError({ controllers: [controllerTaking(decorator)] }, { platform });
    expect(message).toContain(`FilesController.upload cannot be a tool: ${reason}`);
    expect(message).toContain('@McpTool(false)');
  });

  it('with @Sse()', async () => {
    @Controller('events')
    class EventsController {
      @Sse()
      @McpTool()
      stream() {
        return EMPTY;
      }
    }
    const message = await bootError({ controllers: [EventsController] }, { platform });
    expect(message).toContain('EventsController.stream cannot be a tool: the route streams events (@Sse())');
    expect(message).toContain('@McpTool(false)');
  });

  it('with @Sse(), also when the class offers it; and @McpTool(false) is the remedy', async () => {
    @Controller('events')
    @McpTool()
    class EventsController {
      @Get('list')
      list() {}

      @Sse()
      stream() {
        return EMPTY;
      }
    }
    expect(await bootError({ controllers: [EventsController] }, { platform })).toContain(
      'EventsController.stream',
    );
    McpTool(false)(EventsController.prototype, 'stream', {});
    const app = await boot({ controllers: [EventsController] }, { platform });
    expect(await app.toolNames()).toEqual(['events_list']);
  });

  it.each([
    ["@Query('q')", Query('q')],
    ["@Body('q')", Body('q')],
    ['@Body()', Body()],
    ['@Query()', Query()],
  ])('whose parameter %s has no type metadata', async (label, decorator) => {
    const message = await bootError({ controllers: [controllerTaking(decorator, null)] }, { platform });
    expect(message).toContain(`FilesController.upload: parameter 0 (${label}) has no type metadata`);
    expect(message).toContain('emitDecoratorMetadata');
    expect(message).toContain('@McpParam({ schema })');
  });
});

describe('a route that cannot be a tool', () => {
  @Controller('events')
  @McpTool({ tags: ['live'] })
  class EventsController {
    @Sse()
    stream() {
      return EMPTY;
    }
  }
  @Controller('items')
  class ItemsController {
    @Get()
    @McpTool()
    list() {}
  }

  it.each([{ excludeTags: ['live'] }, { excludeTools: ['events_stream'] }, { includeTools: ['items_list'] }])(
    'is no obstacle when %j filters it out',
    async (mcp) => {
      const app = await boot({ controllers: [EventsController, ItemsController] }, { mcp });
      expect(await app.toolNames()).toEqual(['items_list']);
    },
  );
});

describe('a parameter without type metadata', () => {
  it('is fine with @McpParam({ schema })', async () => {
    const decorator: ParameterDecorator = (target, key, index) => {
      Query('q')(target, key, index);
      McpParam({ schema: { type: 'string', maxLength: 3 } })(target, key, index);
    };
    const app = await boot({ controllers: [controllerTaking(decorator, null)] });
    expect((await app.tool('files_upload')).inputSchema.properties['q']).toEqual({
      type: 'string',
      maxLength: 3,
    });
  });

  it('is fine when the whole tool has an inputSchema', async () => {
    const controller = controllerTaking(Query('q'), null);
    McpTool({ inputSchema: { type: 'object', properties: { q: { type: 'string' } } } })(
      controller.prototype as object,
      'upload',
      {},
    );
    const app = await boot({ controllers: [controller] });
    expect(await app.toolNames()).toEqual(['files_upload']);
  });
});

describe('on Fastify', () => {
  it('the boot stops for a tool with @RouteSchema(), which runs before Nest', async () => {
    @Controller('items')
    class ItemsController {
      @Get()
      @RouteSchema({ querystring: { type: 'object' } })
      @McpTool()
      list() {}
    }
    const message = await bootError({ controllers: [ItemsController] });
    expect(message).toContain(
      'ItemsController.list cannot be a tool: the route is checked by Fastify itself',
    );
    expect(message).toContain('@RouteSchema()');
  });
});

describe('a decorated method without a route', () => {
  it('of a controller stops the boot', async () => {
    @Controller('items')
    class ItemsController {
      @McpTool()
      list() {}
    }
    const message = await bootError({ controllers: [ItemsController] });
    expect(message).toContain('ItemsController.list has @McpTool() but no route');
    expect(message).toContain('Add @Get(), @Post() ...');
  });

  it('is fine with @McpTool(false), and as part of a class with @McpTool()', async () => {
    @Controller('items')
    @McpTool()
    class ItemsController {
      @Get()
      list() {}

      @McpTool(false)
      helper() {}
    }
    const app = await boot({ controllers: [ItemsController] });
    expect(await app.toolNames()).toEqual(['items_list']);
  });
});

describe('a controller that is also listed as a provider', () => {
  it('is a controller', async () => {
    @Controller('items')
    class ItemsController {
      @Get()
      @McpTool()
      list() {
        return 'all';
      }
    }
    @Controller('other')
    class OtherController {
      constructor(@Inject(ItemsController) readonly items: ItemsController) {}
    }
    const app = await boot({ controllers: [ItemsController, OtherController], providers: [ItemsController] });
    expect(await app.value('items_list')).toBe('all');
  });
});

describe('wrong uses of parameter decorators stop the boot', () => {
  it.each(['authorization', 'Cookie', 'Proxy-Authorization', 'mcp-session-id', 'Content-Length'])(
    'exposing the header %s',
    async (name) => {
      const decorator: ParameterDecorator = (target, key, index) => {
        Headers(name)(target, key, index);
        McpParam({ expose: true })(target, key, index);
      };
      const message = await bootError({ controllers: [controllerTaking(decorator, String)] });
      expect(message).toContain('FilesController.upload: parameter 0');
      expect(message).toContain('cannot be an argument');
    },
  );

  it('@McpHeader() with a name that is no HTTP token', async () => {
    @Controller('items')
    class ItemsController {
      @Get(':id')
      @McpTool()
      find(@Param('id') @McpHeader('Tenant Id') id: string) {
        return id;
      }
    }
    expect(await bootError({ controllers: [ItemsController] })).toMatch(/ItemsController\.find.*Tenant Id/s);
  });
});
