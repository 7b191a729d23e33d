import {
  Body,
  Controller,
  Delete,
  Get,
  Param,
  ParseArrayPipe,
  ParseBoolPipe,
  ParseIntPipe,
  Patch,
  Post,
  Query,
} from '@nestjs/common';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsEnum,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  MaxLength,
  ValidateNested,
} from 'class-validator';
import { McpConfirm, McpHeader, McpResource, McpTool } from 'nestjs-mcp';

export enum Colour {
  Red = 'red',
  Blue = 'blue',
}

class PartDto {
  @IsString()
  name!: string;

  @IsOptional()
  @IsInt()
  count?: number;
}

class RecordDto {
  @IsString()
  @MaxLength(1_000)
  title!: string;

  @IsOptional()
  @IsEnum(Colour)
  colour?: Colour;

  @IsOptional()
  @IsArray()
  @ArrayMaxSize(20)
  @ValidateNested({ each: true })
  @Type(() => PartDto)
  parts?: PartDto[];

  @IsOptional()
  @IsObject()
  extra?: Record<string, unknown>;
}

/** Arguments of every kind: in the path, the query, a header and the body. */
@Controller('records')
@McpTool()
export class RecordsController {
  @Get(':id/:name')
  @McpResource({ template: 'records://{id}/{name}', name: 'record' })
  find(@Param('id', ParseIntPipe) id: number, @Param('name') name: string) {
    return { id, name };
  }

  @Get()
  list(
    @Query('search') search?: string,
    @Query('flag', new ParseBoolPipe({ optional: true })) flag?: boolean,
    @Query('tags', new ParseArrayPipe({ optional: true })) tags?: string[],
  ) {
    return { search, flag, tags };
  }

  @Get('tenant')
  tenant(@Query('tenant') @McpHeader('Tenant-Id') tenant: string) {
    return { tenant };
  }

  @Post()
  create(@Body() dto: RecordDto) {
    return dto;
  }

  @Patch(':id')
  update(@Param('id', ParseIntPipe) id: number, @Body() dto: Record<string, unknown>) {
    return { id, dto };
  }

  @Post('rows')
  rows(@Body(new ParseArrayPipe({ items: PartDto })) rows: PartDto[]) {
    return rows;
  }

  @Delete(':id')
  @McpConfirm('Delete {id}?')
  remove(@Param('id') id: string) {
    return { removed: id };
  }
}
