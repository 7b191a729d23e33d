import {
  Body,
  Controller,
  Param,
  ParseIntPipe,
  Post,
  Query,
  ValidationPipe,
  DefaultValuePipe,
  ParseBoolPipe,
  ParseArrayPipe,
} from '@nestjs/common';
import { Type } from 'class-transformer';
import {
  IsArray,
  IsEmail,
  IsEnum,
  IsInt,
  IsNotEmpty,
  IsOptional,
  IsString,
  Min,
  ValidateNested,
  MaxLength,
  ArrayUnique,
} from 'class-validator';
import { planOf, problemsOf } from './route-input.fixture.js';
enum Level {
  Low,
  High,
}
class Addr {
  @IsString() street: string;
  @IsOptional() @IsInt() no?: number;
}
class Cat {
  @IsString() name: string;
  @ValidateNested({ each: true }) @Type(() => Cat) @IsArray() children: Cat[];
}
class Dto {
  @IsNotEmpty() name: string;
  @IsEmail() @MaxLength(10) mail: string;
  @IsEnum(Level) level: Level;
  @Type(() => Number) @IsInt() @Min(1) qty: number;
  @IsString({ each: true }) @ArrayUnique() tags: string[];
  @ValidateNested() @Type(() => Addr) addr: Addr;
  @ValidateNested() @Type(() => Cat) cat: Cat;
  @IsOptional() @IsString() note?: string;
  @IsInt() page: number = 3;
}
@Controller()
class C {
  @Post() a(
    @Param('id', ParseIntPipe) id: number,
    @Query('q') q: string,
    @Query('n', new DefaultValuePipe(4), ParseIntPipe) n: number,
    @Query('b', ParseBoolPipe) b: boolean,
    @Body() dto: Dto,
  ) {}
  @Post() b(@Body(new ParseArrayPipe({ items: Addr })) rows: Addr[]) {}
}
test('x', () => {
  const p = planOf(C, 'a', {
    pathParameters: ['id'],
    globalPipes: [new ValidationPipe({ transform: true })],
  });
  console.log(JSON.stringify(p.inputSchema, null, 1));
  console.log(JSON.stringify(p.bindings));
  console.log(
    problemsOf(p, {}),
    problemsOf(p, {
      id: 'x',
      b: 'true',
      name: 3,
      mail: 4,
      level: 1,
      qty: '3',
      tags: 'a',
      addr: { street: 1 },
      cat: { name: 'a', children: [{}] },
      note: null,
      page: 'x',
      zoo: 1,
      toolCallId: 1,
    }),
  );
  const q = planOf(C, 'b');
  console.log(JSON.stringify(q.inputSchema), problemsOf(q, { body: [{ street: 3 }] }));
});
