import { describe, expect, it } from '@jest/globals';
import { Controller, Get, Injectable, Param, ParseIntPipe, UseGuards } from '@nestjs/common';
import type { CanActivate, OnModuleInit } from '@nestjs/common';
import { McpParam, McpReadOnly, McpTool } from '../../lib/index.js';
import { boot, bootError } from '../support/mcp-app.js';

/** What `@Transactional()` and its like do: another function in the place of the method, without its metadata. */
function Wrapped(): MethodDecorator {
  return (_target, _key, descriptor) => {
    const original = descriptor.value as unknown as (...args: unknown[]) => unknown;
    descriptor.value = async function (this: unknown, ...args: unknown[]) {
      return `wrapped ${String(await original.apply(this, args))}`;
    } as never;
    return descriptor;
  };
}

/** As `Wrapped()`, for decorators that know of Nest and keep the metadata. */
function WrappedWithMetadata(): MethodDecorator {
  return (target, key, descriptor) => {
    const original = descriptor.value as unknown as object;
    Wrapped()(target, key, descriptor);
    copyMetadata(original, descriptor.value as unknown as object);
    return descriptor;
  };
}

function copyMetadata(from: object, to: object): void {
  for (const key of Reflect.getMetadataKeys(from) as string[]) {
    Reflect.defineMetadata(key, Reflect.getMetadata(key, from), to);
  }
}

@Injectable()
class DenyGuard implements CanActivate {
  canActivate(): boolean {
    return false;
  }
}

describe('a decorator that replaces the method', () => {
  it('below the route decorator is part of the tool', async () => {
    @Controller('items')
    class ItemsController {
      @McpTool({ description: 'Finds' })
      @McpReadOnly(false)
      @Get(':id')
      @Wrapped()
      find(@Param('id', ParseIntPipe) @McpParam({ description: 'Its number' }) id: number) {
        return typeof id;
      }
    }
    const app = await boot({ controllers: [ItemsController] });
    expect(await app.tool('items_find')).toMatchObject({
      description: 'Finds',
      annotations: { readOnlyHint: false },
      inputSchema: { properties: { id: { type: 'integer', description: 'Its number' } } },
    });
    expect(await app.value('items_find', { id: 1 })).toBe('wrapped number');
  });

  it('between @McpTool() and the route decorator changes nothing when @McpTool() is below', async () => {
    @Controller('items')
    class ItemsController {
      @Get()
      @Wrapped()
      @McpTool({ description: 'Lists' })
      list() {
        return 'all';
      }
    }
    const app = await boot({ controllers: [ItemsController] });
    expect(await app.tool('items_list')).toMatchObject({ description: 'Lists' });
    expect(await app.value('items_list')).toBe('wrapped all');
  });

  it('above the route decorator, keeping the metadata, is part of the tool', async () => {
    @Controller('items')
    class ItemsController {
      @WrappedWithMetadata()
      @Get()
      @McpTool()
      list() {
        return 'all';
      }
    }
    const app = await boot({ controllers: [ItemsController] });
    expect(await app.value('items_list')).toBe('wrapped all');
  });

  it('above the route decorator, losing the metadata, stops the boot, since the route is lost too', async () => {
    @Controller('items')
    class ItemsController {
      @Wrapped()
      @Get()
      @McpTool()
      list() {
        return 'all';
      }
    }
    const message = await bootError({ controllers: [ItemsController] });
    expect(message).toContain('ItemsController.list has @McpTool() but no route');
    expect(message).toContain('move it below the route decorator');
  });

  it('never takes a guard away that works over HTTP', async () => {
    @Controller('items')
    class ItemsController {
      @UseGuards(DenyGuard)
      @Get()
      @Wrapped()
      @McpTool()
      list() {
        return 'all';
      }
    }
    const app = await boot({ controllers: [ItemsController] });
    expect((await fetch(`${app.url}/items`)).status).toBe(403);
    expect((await app.call('items_list')).isError).toBe(true);
  });
});

describe('a method that is replaced on the instance', () => {
  it('in the constructor is the one that is called', async () => {
    @Controller('items')
    class ItemsController {
      constructor() {
        const original = this.list.bind(this);
        const replacement = () => `instrumented ${original()}`;
        copyMetadata(Reflect.get(ItemsController.prototype, 'list'), replacement);
        this.list = replacement;
      }

      @Get()
      @McpTool()
      list() {
        return 'all';
      }
    }
    const app = await boot({ controllers: [ItemsController] });
    expect(await app.value('items_list')).toBe('instrumented all');
  });

  it('in onModuleInit() is too late for both, as over HTTP', async () => {
    @Controller('items')
    class ItemsController implements OnModuleInit {
      onModuleInit() {
        this.list = () => 'replaced';
      }

      @Get()
      @McpTool()
      list() {
        return 'all';
      }
    }
    const app = await boot({ controllers: [ItemsController] });
    const byHttp = await (await fetch(`${app.url}/items`)).text();
    expect(await app.value('items_list')).toBe(byHttp);
  });
});
