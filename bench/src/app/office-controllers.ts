import 'reflect-metadata';
import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import type { Type } from '@nestjs/common';
import { Type as Nested } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateNested,
} from 'class-validator';
import { McpParam, McpTool } from 'nestjs-mcp';

const NOUNS = [
  'invoice',
  'customer',
  'order',
  'ticket',
  'shipment',
  'product',
  'contract',
  'booking',
  'payment',
  'report',
];
const VERBS = ['find', 'create', 'update', 'archive', 'export'];

/** Dealt round-robin. */
const DTO_FACTORIES = [createSearchDto, createDraftDto, createChangesDto, createReasonDto];

/**
 * Controllers with one tool each, whose arguments look like those of ordinary business tools.
 *
 * @param sharesDtos whether tools with the same arguments have one class for them
 */
export function createOfficeControllers(count: number, sharesDtos: boolean): Type[] {
  const shared = new Map<string, Type>();
  return Array.from({ length: count }, (_, index) => {
    const noun = NOUNS[index % NOUNS.length]!;
    const verb = VERBS[Math.floor(index / NOUNS.length) % VERBS.length]!;
    const repetition = Math.floor(index / (NOUNS.length * VERBS.length));
    const createDto = DTO_FACTORIES[index % DTO_FACTORIES.length]!;
    const key = `${createDto.name} ${noun}`;
    const dto = (sharesDtos && shared.get(key)) || createDto(noun);
    shared.set(key, dto);
    return createController(
      repetition === 0 ? `${verb}_${noun}` : `${verb}_${noun}_${repetition + 1}`,
      `Use this to ${verb} a ${noun} in the back office system.`,
      dto,
    );
  });
}

function createController(name: string, description: string, dto: Type): Type {
  @Controller()
  class OfficeController {
    @Post(name)
    @HttpCode(200)
    @McpTool({ name, description })
    run(@Body() input: object): object {
      return input;
    }
  }
  // As if the parameter were declared with the DTO's type.
  Reflect.defineMetadata('design:paramtypes', [dto], OfficeController.prototype, 'run');
  return OfficeController;
}

function createSearchDto(noun: string): Type {
  class SearchDto {
    @IsString()
    @MinLength(1)
    @McpParam({ description: `What to look for in the ${noun} records` })
    query!: string;

    @IsOptional()
    @IsInt()
    @Min(1)
    @Max(100)
    @McpParam({ description: 'At most this many results' })
    limit?: number;

    @IsOptional()
    @IsBoolean()
    includeArchived?: boolean;
  }
  return SearchDto;
}

function createDraftDto(noun: string): Type {
  class DraftDto {
    @IsString()
    @MinLength(1)
    @MaxLength(200)
    @McpParam({ description: `Title of the ${noun}` })
    title!: string;

    @IsIn(['low', 'normal', 'high'])
    @McpParam({ description: 'How urgent it is' })
    priority!: string;

    @IsOptional()
    @IsArray()
    @IsString({ each: true })
    @ArrayMaxSize(20)
    @McpParam({ description: 'Labels' })
    tags?: string[];
  }
  return DraftDto;
}

class ChangesDto {
  @IsOptional()
  @IsString()
  name?: string;

  @IsOptional()
  @IsNumber()
  amount?: number;

  @IsOptional()
  @IsBoolean()
  active?: boolean;
}

function createChangesDto(noun: string): Type {
  class UpdateDto {
    @IsString()
    @McpParam({ description: `Identifier of the ${noun}` })
    id!: string;

    @ValidateNested()
    @Nested(() => ChangesDto)
    changes!: ChangesDto;
  }
  return UpdateDto;
}

function createReasonDto(noun: string): Type {
  class ReasonDto {
    @IsString()
    @McpParam({ description: `Identifier of the ${noun}` })
    id!: string;

    @IsOptional()
    @IsString()
    @McpParam({ description: 'Why' })
    reason?: string;
  }
  return ReasonDto;
}
