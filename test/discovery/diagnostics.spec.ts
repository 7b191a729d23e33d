import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Body, Controller, Get, Param, Post, Query, ValidationPipe } from '@nestjs/common';
import type { Type } from '@nestjs/common';
import { PartialType } from '@nestjs/mapped-types';
import { ApiProperty } from '@nestjs/swagger';
import { Transform, Type as TypeOf } from 'class-transformer';
import { Allow, IsArray, IsNotEmpty, IsObject, IsString, ValidateNested } from 'class-validator';
import { McpParam, McpTool } from '../../lib/index.js';
import { diagnoseInstalledCopies } from '../../lib/schema/diagnostics/index.js';
import { recorder } from '../output/output-app.js';
import { boot } from '../support/mcp-app.js';

interface Shape {
  sides: number;
}

const folders: string[] = [];

afterEach(() => {
  folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true }));
});

/** What the boot of an application with one tool that takes a body warns of. */
async function warningsFor(type: Type): Promise<string[]> {
  class OrdersController {
    create(body: unknown) {
      return body;
    }
  }
  const descriptor = Object.getOwnPropertyDescriptor(OrdersController.prototype, 'create')!;
  Reflect.defineMetadata('design:paramtypes', [type], OrdersController.prototype, 'create');
  Body()(OrdersController.prototype, 'create', 0);
  Post()(OrdersController.prototype, 'create', descriptor);
  McpTool()(OrdersController.prototype, 'create', descriptor);
  Controller('orders')(OrdersController);
  return warningsOf(OrdersController);
}

async function warningsOf(...controllers: Type[]): Promise<string[]> {
  const lines: string[] = [];
  await boot(
    { controllers },
    {
      nest: { logger: recorder(lines) },
      setup: (app) => app.useGlobalPipes(new ValidationPipe({ transform: true })),
    },
  );
  return lines;
}

describe('@ValidateNested() without @Type()', () => {
  it('is warned of, since every call would fail: class, property and what to write', async () => {
    class LineDto {
      @IsString()
      item!: string;
    }
    class OrderDto {
      @ValidateNested()
      line!: LineDto;

      @ValidateNested({ each: true })
      lines!: LineDto[];
    }
    expect(await warningsFor(OrderDto)).toEqual([
      expect.stringMatching(
        /^OrderDto\.line has @ValidateNested\(\) without @Type\(\).*Write @Type\(\(\) => LineDto\)/,
      ),
      expect.stringMatching(
        /^OrderDto\.lines has @ValidateNested\(\) without @Type\(\).*Write @Type\(\(\) => ItemDto\)/,
      ),
    ]);
  });

  it('is found in classes inside of classes, and said once', async () => {
    class InnerDto {
      @ValidateNested()
      lost!: object;
    }
    class OuterDto {
      @ValidateNested()
      @TypeOf(() => InnerDto)
      first!: InnerDto;

      @ValidateNested({ each: true })
      @TypeOf(() => InnerDto)
      others!: InnerDto[];
    }
    expect(await warningsFor(OuterDto)).toEqual([expect.stringMatching(/^InnerDto\.lost /)]);
  });
});

describe('@IsArray() without an element type', () => {
  it('is warned of', async () => {
    class TagsDto {
      @IsArray()
      tags!: string[];
    }
    expect(await warningsFor(TagsDto)).toEqual([
      expect.stringMatching(/^TagsDto\.tags is a list of unknown items\..*@IsString\(\{ each: true \}\)/),
    ]);
  });

  it('is fine when something says what the items are', async () => {
    class TagsDto {
      @IsArray()
      @IsString({ each: true })
      ruled!: string[];

      @IsArray()
      @TypeOf(() => Number)
      typed!: number[];

      @IsArray()
      @ApiProperty({ type: [String] })
      documented!: string[];

      @IsArray()
      @McpParam({ schema: { type: 'array', items: {} } })
      described!: unknown[];
    }
    expect(await warningsFor(TagsDto)).toEqual([]);
  });
});

describe('a property without usable type metadata', () => {
  it('is warned of when its type is an interface or a union', async () => {
    class ShapeDto {
      @Allow()
      shape!: Shape;

      @IsNotEmpty()
      size!: string | number;

      @IsObject()
      known!: Shape;

      @Transform(({ value }: { value: unknown }) => value)
      @Allow()
      transformed!: Shape;
    }
    const lines = await warningsFor(ShapeDto);
    expect(lines.map((line) => line.split(' ', 1)[0])).toEqual(['ShapeDto.shape', 'ShapeDto.size']);
    expect(lines[0]).toContain('does not exist at run time (an interface, a union, any)');
  });

  it('is warned of when nothing was emitted, as esbuild does', async () => {
    class PlainDto {
      value!: string;
    }
    IsNotEmpty()(PlainDto.prototype, 'value');
    expect(await warningsFor(PlainDto)).toEqual([
      expect.stringMatching(/^PlainDto\.value has no type metadata.*emitDecoratorMetadata/),
    ]);
  });

  it('is warned of when a class has no decorated property at all', async () => {
    class BareDto {
      value!: string;
    }
    expect(await warningsFor(BareDto)).toEqual([
      expect.stringContaining(
        'OrdersController.create: parameter 0 (@Body()) takes a BareDto, which has no decorated',
      ),
    ]);
  });
});

describe('a parameter without usable type metadata', () => {
  @Controller('shapes')
  class ShapesController {
    @Post()
    @McpTool()
    create(@Body() shape: Shape) {
      return shape;
    }

    @Get()
    @McpTool()
    find(@Query() filter: Partial<Shape>, @Query('size') size: string | number) {
      return [filter, size];
    }

    @Get(':id')
    @McpTool()
    findOne(@Param('id') id: string | number) {
      return id;
    }

    @Post('described')
    @McpTool()
    described(@Body() @McpParam({ schema: { type: 'object' } }) shape: Shape) {
      return shape;
    }
  }

  it('is warned of where clients learn nothing, and not where any text will do', async () => {
    expect(await warningsOf(ShapesController)).toEqual([
      expect.stringMatching(
        /^ShapesController\.create: parameter 0 \(@Body\(\)\) has a type that .*Take a DTO class/,
      ),
      expect.stringMatching(/^ShapesController\.find: parameter 0 \(@Query\(\)\) has a type that /),
    ]);
  });
});

describe('an application without any of this', () => {
  it('boots without a warning', async () => {
    class OrderDto {
      @IsString()
      item!: string;
    }
    expect(await warningsFor(OrderDto)).toEqual([]);
  });

  it('does so with mapped types, too', async () => {
    class OrderDto {
      @IsString()
      item!: string;
    }
    class ChangeDto extends PartialType(OrderDto) {
      @ValidateNested()
      @TypeOf(() => OrderDto)
      order!: OrderDto;
    }
    expect(await warningsFor(ChangeDto)).toEqual([]);
  });
});

describe('two copies of class-validator', () => {
  it('are noticed by the rules that they made', async () => {
    class OursDto {
      @IsString()
      item!: string;
    }
    class TheirsDto {
      item!: string;

      @ValidateNested()
      @TypeOf(() => OursDto)
      ours!: OursDto;
    }
    const theirs = createRequire(join(install('class-validator'), 'main.js'))('class-validator') as {
      IsString(): PropertyDecorator;
    };
    theirs.IsString()(TheirsDto.prototype, 'item');
    Reflect.defineMetadata('design:type', String, TheirsDto.prototype, 'item');
    expect(await warningsFor(TheirsDto)).toEqual([
      expect.stringMatching(
        /^class-validator is installed more than once: the rules of TheirsDto.*npm ls class-validator/,
      ),
    ]);
  });

  it('are noticed by where the application and Nest find them', () => {
    const folder = install('class-transformer');
    expect(diagnoseInstalledCopies(join(folder, 'main.js'))).toEqual([
      expect.stringMatching(
        /^class-transformer is installed more than once: the application loads .*@Type\(\)/,
      ),
    ]);
  });

  it('are not seen where there is one', () => {
    expect(diagnoseInstalledCopies()).toEqual([]);
    expect(diagnoseInstalledCopies(join(tmpdir(), 'nowhere', 'main.js'))).toEqual([]);
  });
});

/** A folder with a copy of a package of its own. */
function install(name: string): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'nestjs-mcp-copies-')));
  folders.push(folder);
  const modules = join(folder, 'node_modules');
  mkdirSync(modules);
  const installed = join(import.meta.dirname, '../../node_modules');
  cpSync(join(installed, name), join(modules, name), { recursive: true });
  for (const needed of ['validator', 'libphonenumber-js']) {
    symlinkSync(join(installed, needed), join(modules, needed));
  }
  writeFileSync(join(folder, 'main.js'), '');
  return folder;
}
