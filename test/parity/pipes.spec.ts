import {
  Body,
  Controller,
  DefaultValuePipe,
  Get,
  HttpStatus,
  Injectable,
  NotFoundException,
  Param,
  ParseArrayPipe,
  ParseBoolPipe,
  ParseDatePipe,
  ParseEnumPipe,
  ParseFloatPipe,
  ParseIntPipe,
  ParseUUIDPipe,
  Post,
  Query,
  UsePipes,
} from '@nestjs/common';
import type { ArgumentMetadata, PipeTransform } from '@nestjs/common';
import { APP_PIPE } from '@nestjs/core';
import { IsInt } from 'class-validator';
import { McpTool } from 'nestjs-mcp';
import { describeParity, REFUSED } from './parity-table.js';

enum Size {
  Small = 'S',
  Large = 'L',
}

enum Level {
  Low,
  High,
}

class UpperCasePipe implements PipeTransform<unknown, unknown> {
  transform(value: unknown) {
    return typeof value === 'string' ? value.toUpperCase() : value;
  }
}

@Injectable()
class Cups {
  find(id: string) {
    return Promise.resolve(id === '1' ? { id, cup: true } : undefined);
  }
}

/** Turns an id into what it stands for. */
@Injectable()
class CupPipe implements PipeTransform<string> {
  constructor(private readonly cups: Cups) {}

  async transform(id: string, { type, data }: ArgumentMetadata) {
    const cup = await this.cups.find(id);
    if (!cup) {
      throw new NotFoundException(`no cup for ${type} ${data}`);
    }
    return cup;
  }
}

class Row {
  @IsInt()
  n!: number;
}

@Controller('pipes')
@McpTool()
class PipesController {
  @Get('int/:n')
  int(@Param('n', ParseIntPipe) n: number) {
    return { n };
  }

  @Get('int-status/:n')
  intStatus(@Param('n', new ParseIntPipe({ errorHttpStatusCode: HttpStatus.NOT_ACCEPTABLE })) n: number) {
    return { n };
  }

  @Get('int-optional')
  intOptional(@Query('n', new ParseIntPipe({ optional: true })) n?: number) {
    return { n, has: n !== undefined };
  }

  @Get('float')
  float(@Query('x', ParseFloatPipe) x: number) {
    return { x };
  }

  @Get('bool')
  bool(@Query('flag', ParseBoolPipe) flag: boolean) {
    return { flag };
  }

  @Get('uuid/:id')
  uuid(@Param('id', ParseUUIDPipe) id: string) {
    return { id };
  }

  @Get('uuid7/:id')
  uuid7(@Param('id', new ParseUUIDPipe({ version: '7' })) id: string) {
    return { id };
  }

  @Get('size')
  size(@Query('size', new ParseEnumPipe(Size)) size: Size) {
    return { size };
  }

  @Get('level/:level')
  level(@Param('level', new ParseEnumPipe(Level)) level: Level) {
    return { level, type: typeof level };
  }

  @Get('array')
  array(@Query('ids', new ParseArrayPipe({ items: Number, separator: ',' })) ids: number[]) {
    return { ids };
  }

  @Post('rows')
  rows(@Body(new ParseArrayPipe({ items: Row })) rows: Row[]) {
    return { rows };
  }

  @Get('date')
  date(@Query('day', ParseDatePipe) day: Date) {
    return { day, isDate: day instanceof Date };
  }

  @Get('default')
  default(
    @Query('page', new DefaultValuePipe(1), ParseIntPipe) page: number,
    @Query('word', new DefaultValuePipe('none')) word: string,
  ) {
    return { page, word };
  }

  @Get('cups/:id')
  cup(@Param('id', CupPipe) cup: object) {
    return cup;
  }

  @Get('cups-instance/:id')
  @UsePipes(UpperCasePipe)
  upperClass(@Param('id') id: string, @Query('word') word?: string) {
    return { id, word };
  }

  @Post('upper')
  @UsePipes(new UpperCasePipe())
  upperInstance(@Body('word') word: string, @Body('count') count: number) {
    return { word, count };
  }
}

@Controller('upper')
@UsePipes(UpperCasePipe)
@McpTool()
class UpperCaseController {
  @Get(':id')
  read(@Param('id') id: string) {
    return { id };
  }
}

const UUID4 = '6b0a0b5e-3e0f-4c7b-9c39-3f0a4f3c2a11';
const UUID7 = '018f3b1e-7c4a-7b1a-8f3a-0d1c2b3a4f5e';

describeParity('pipes', { controllers: [PipesController, UpperCaseController], providers: [Cups] }, [
  {
    title: 'ParseIntPipe takes a number',
    tool: 'pipes_int',
    args: { n: 7 },
    http: 'GET /pipes/int/7',
    status: 200,
    body: { n: 7 },
  },
  {
    title: 'ParseIntPipe takes the text of a number',
    tool: 'pipes_int',
    args: { n: '-12' },
    http: 'GET /pipes/int/-12',
    status: 200,
    body: { n: -12 },
  },
  {
    title: 'ParseIntPipe refuses a fraction',
    tool: 'pipes_int',
    args: { n: 1.5 },
    http: 'GET /pipes/int/1.5',
    ...REFUSED,
  },
  {
    title: 'ParseIntPipe refuses a word',
    tool: 'pipes_int',
    args: { n: 'seven' },
    http: 'GET /pipes/int/seven',
    ...REFUSED,
  },
  {
    title: 'ParseIntPipe with a status of its own refuses',
    tool: 'pipes_int_status',
    args: { n: 'seven' },
    http: 'GET /pipes/int-status/seven',
    ...REFUSED,
    status: 406,
  },
  {
    title: 'an optional ParseIntPipe leaves absent absent',
    tool: 'pipes_int_optional',
    http: 'GET /pipes/int-optional',
    status: 200,
    body: { has: false },
  },
  {
    title: 'a null query argument is an absent one',
    tool: 'pipes_int_optional',
    args: { n: null },
    http: 'GET /pipes/int-optional',
    status: 200,
    body: { has: false },
  },
  {
    title: 'ParseFloatPipe takes a fraction',
    tool: 'pipes_float',
    args: { x: 0.1 },
    http: 'GET /pipes/float?x=0.1',
    status: 200,
    body: { x: 0.1 },
  },
  {
    title: 'ParseFloatPipe takes an exponent',
    tool: 'pipes_float',
    args: { x: 1e21 },
    http: 'GET /pipes/float?x=1e21',
    status: 200,
  },
  {
    title: 'ParseFloatPipe refuses an absent value',
    tool: 'pipes_float',
    http: 'GET /pipes/float',
    ...REFUSED,
  },
  {
    title: 'ParseBoolPipe takes true',
    tool: 'pipes_bool',
    args: { flag: true },
    http: 'GET /pipes/bool?flag=true',
    status: 200,
    body: { flag: true },
  },
  {
    title: 'ParseBoolPipe takes the text false',
    tool: 'pipes_bool',
    args: { flag: 'false' },
    http: 'GET /pipes/bool?flag=false',
    status: 200,
    body: { flag: false },
  },
  {
    title: 'ParseBoolPipe refuses 1',
    tool: 'pipes_bool',
    args: { flag: 1 },
    http: 'GET /pipes/bool?flag=1',
    ...REFUSED,
  },
  {
    title: 'ParseUUIDPipe takes a uuid',
    tool: 'pipes_uuid',
    args: { id: UUID4 },
    http: `GET /pipes/uuid/${UUID4}`,
    status: 200,
    body: { id: UUID4 },
  },
  {
    title: 'ParseUUIDPipe takes upper case',
    tool: 'pipes_uuid',
    args: { id: UUID4.toUpperCase() },
    http: `GET /pipes/uuid/${UUID4.toUpperCase()}`,
    status: 200,
  },
  {
    title: 'ParseUUIDPipe refuses other text',
    tool: 'pipes_uuid',
    args: { id: 'urn:1' },
    http: 'GET /pipes/uuid/urn:1',
    ...REFUSED,
  },
  {
    title: 'ParseUUIDPipe for one version takes that version',
    tool: 'pipes_uuid7',
    args: { id: UUID7 },
    http: `GET /pipes/uuid7/${UUID7}`,
    status: 200,
  },
  {
    title: 'ParseUUIDPipe for one version refuses another',
    tool: 'pipes_uuid7',
    args: { id: UUID4 },
    http: `GET /pipes/uuid7/${UUID4}`,
    ...REFUSED,
  },
  {
    title: 'ParseEnumPipe takes a value',
    tool: 'pipes_size',
    args: { size: 'S' },
    http: 'GET /pipes/size?size=S',
    status: 200,
    body: { size: 'S' },
  },
  {
    title: 'ParseEnumPipe refuses a member name',
    tool: 'pipes_size',
    args: { size: 'Small' },
    http: 'GET /pipes/size?size=Small',
    ...REFUSED,
  },
  {
    title: 'ParseEnumPipe takes a numeric member, which arrives as text',
    tool: 'pipes_level',
    args: { level: 1 },
    http: 'GET /pipes/level/1',
    status: 200,
  },
  {
    title: 'ParseEnumPipe refuses a number that is no member',
    tool: 'pipes_level',
    args: { level: 5 },
    http: 'GET /pipes/level/5',
    ...REFUSED,
  },
  {
    title: 'ParseArrayPipe takes one text with separators',
    tool: 'pipes_array',
    args: { ids: '1,2,3' },
    http: 'GET /pipes/array?ids=1,2,3',
    status: 200,
    body: { ids: [1, 2, 3] },
  },
  {
    title: 'ParseArrayPipe takes a repeated key',
    tool: 'pipes_array',
    args: { ids: [1, 2] },
    http: 'GET /pipes/array?ids=1&ids=2',
    status: 200,
    body: { ids: [1, 2] },
  },
  {
    title: 'ParseArrayPipe refuses items that are no numbers',
    tool: 'pipes_array',
    args: { ids: ['x', 'y'] },
    http: 'GET /pipes/array?ids=x&ids=y',
    ...REFUSED,
  },
  {
    title: 'ParseArrayPipe takes a body of rows',
    tool: 'pipes_rows',
    args: { body: [{ n: 1 }, { n: 2 }] },
    http: { method: 'POST', path: '/pipes/rows', body: [{ n: 1 }, { n: 2 }] },
    status: 201,
    body: { rows: [{ n: 1 }, { n: 2 }] },
  },
  {
    title: 'ParseArrayPipe refuses a wrong row',
    tool: 'pipes_rows',
    args: { body: [{ n: 'one' }] },
    http: { method: 'POST', path: '/pipes/rows', body: [{ n: 'one' }] },
    ...REFUSED,
  },
  {
    title: 'ParseDatePipe takes a day',
    tool: 'pipes_date',
    args: { day: '2024-05-06' },
    http: 'GET /pipes/date?day=2024-05-06',
    status: 200,
    body: { day: '2024-05-06T00:00:00.000Z', isDate: true },
  },
  {
    title: 'ParseDatePipe refuses what is no date',
    tool: 'pipes_date',
    args: { day: 'someday' },
    http: 'GET /pipes/date?day=someday',
    status: 400,
  },
  {
    title: 'DefaultValuePipe fills in what is absent',
    tool: 'pipes_default',
    http: 'GET /pipes/default',
    status: 200,
    body: { page: 1, word: 'none' },
  },
  {
    title: 'DefaultValuePipe leaves what is given',
    tool: 'pipes_default',
    args: { page: 3, word: '' },
    http: 'GET /pipes/default?page=3&word=',
    status: 200,
    body: { page: 3, word: '' },
  },
  {
    title: 'a pipe with dependencies replaces the value',
    tool: 'pipes_cup',
    args: { id: '1' },
    http: 'GET /pipes/cups/1',
    status: 200,
    body: { id: '1', cup: true },
  },
  {
    title: 'a pipe with dependencies throws',
    tool: 'pipes_cup',
    args: { id: '2' },
    http: 'GET /pipes/cups/2',
    status: 404,
    body: { statusCode: 404, message: 'no cup for param id', error: 'Not Found' },
  },
  {
    title: 'a class on the method',
    tool: 'pipes_upper_class',
    args: { id: 'a', word: 'straße' },
    http: 'GET /pipes/cups-instance/a?word=stra%C3%9Fe',
    status: 200,
    body: { id: 'A', word: 'STRASSE' },
  },
  {
    title: 'an instance on the method',
    tool: 'pipes_upper_instance',
    args: { word: 'a', count: 2 },
    http: { method: 'POST', path: '/pipes/upper', body: { word: 'a', count: 2 } },
    status: 201,
    body: { word: 'A', count: 2 },
  },
  {
    title: 'a class on the controller',
    tool: 'upper_case_read',
    args: { id: 'abc' },
    http: 'GET /upper/abc',
    status: 200,
    body: { id: 'ABC' },
  },
]);

const everywhere = [
  {
    title: 'runs on the parameters of the route',
    tool: 'words_read',
    args: { id: 'abc', word: 'x' },
    http: 'GET /words/abc?word=x',
    status: 200,
    body: { id: 'ABC', word: 'X' },
  },
];

@Controller('words')
@McpTool()
class WordsController {
  @Get(':id')
  read(@Param('id') id: string, @Query('word') word: string) {
    return { id, word };
  }
}

describeParity(
  'a pipe over the whole application, by useGlobalPipes()',
  { controllers: [WordsController], configure: (app) => void app.useGlobalPipes(new UpperCasePipe()) },
  everywhere,
);

describeParity(
  'a pipe over the whole application, by APP_PIPE',
  { controllers: [WordsController], providers: [{ provide: APP_PIPE, useClass: UpperCasePipe }] },
  everywhere,
);
