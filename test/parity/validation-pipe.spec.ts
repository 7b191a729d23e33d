import { Body, Controller, Get, Param, Patch, Post, Query, UsePipes, ValidationPipe } from '@nestjs/common';
import { PartialType } from '@nestjs/mapped-types';
import { Transform, Type } from 'class-transformer';
import {
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsEmail,
  IsEnum,
  IsInt,
  IsOptional,
  IsString,
  Max,
  Min,
  MinLength,
  ValidateNested,
} from 'class-validator';
import { McpTool } from 'nestjs-mcp';
import { describeParity, REFUSED } from './parity-table.js';

class Address {
  @IsString()
  city!: string;
}

class CreateUser {
  @IsString()
  @MinLength(2)
  name!: string;

  @IsEmail()
  email!: string;

  @IsOptional()
  @IsInt()
  @Min(0)
  age?: number;

  @IsOptional()
  @ValidateNested()
  @Type(() => Address)
  address?: Address;

  @IsOptional()
  @IsArray()
  @IsString({ each: true })
  tags?: string[];
}

class UpdateUser extends PartialType(CreateUser) {}

class Page {
  @IsInt()
  @Max(10)
  @Type(() => Number)
  page: number = 1;

  @IsOptional()
  @IsBoolean()
  @Transform(({ value }: { value: unknown }) => value === 'true' || value === true)
  deep?: boolean;

  @IsOptional()
  @IsEnum(['asc', 'desc'])
  order?: string;
}

class Tags {
  @IsArray()
  @ArrayMinSize(1)
  @IsString({ each: true })
  tags!: string[];
}

@Controller('users')
@McpTool()
class UsersController {
  @Post()
  create(@Body() user: CreateUser) {
    return { user, isInstance: user instanceof CreateUser };
  }

  @Patch(':id')
  update(@Param('id') id: number, @Body() user: UpdateUser) {
    return { id, type: typeof id, user };
  }

  @Get()
  list(@Query() page: Page) {
    return { ...page };
  }

  @Get('tagged')
  tagged(@Query() query: Tags) {
    return query;
  }

  @Get('flags')
  flags(@Query('count') count: number, @Query('on') on: boolean) {
    return { count, on, types: [typeof count, typeof on] };
  }

  @Post('strict')
  @UsePipes(new ValidationPipe({ whitelist: true, forbidNonWhitelisted: true }))
  strict(@Body() user: CreateUser) {
    return user;
  }
}

const ann = { name: 'Ann', email: 'ann@example.com' };
const post = (body: unknown) => ({ method: 'POST', path: '/users', body });

const valid = [
  {
    title: 'a valid body',
    tool: 'users_create',
    args: { ...ann, age: 3, address: { city: 'Rome' }, tags: ['a', 'b'] },
    http: post({ ...ann, age: 3, address: { city: 'Rome' }, tags: ['a', 'b'] }),
    status: 201,
  },
  {
    title: 'a missing property',
    tool: 'users_create',
    args: { name: 'Ann' },
    http: post({ name: 'Ann' }),
    ...REFUSED,
  },
  {
    title: 'a wrong property',
    tool: 'users_create',
    args: { ...ann, age: -1 },
    http: post({ ...ann, age: -1 }),
    ...REFUSED,
  },
  {
    title: 'a wrong nested property',
    tool: 'users_create',
    args: { ...ann, address: { city: 5 } },
    http: post({ ...ann, address: { city: 5 } }),
    ...REFUSED,
  },
  {
    title: 'what only the validator can tell is refused by the route',
    tool: 'users_create',
    args: { ...ann, email: 'ann at example' },
    http: post({ ...ann, email: 'ann at example' }),
    status: 400,
    body: { statusCode: 400, message: ['email must be an email'], error: 'Bad Request' },
  },
  {
    title: 'null for an optional property',
    tool: 'users_create',
    args: { ...ann, age: null },
    http: post({ ...ann, age: null }),
    status: 201,
  },
  {
    title: 'null in a PATCH body stays null',
    tool: 'users_update',
    args: { id: 5, age: null },
    http: { method: 'PATCH', path: '/users/5', body: { age: null } },
    status: 200,
  },
  {
    title: 'an empty PATCH body',
    tool: 'users_update',
    args: { id: 5 },
    http: { method: 'PATCH', path: '/users/5', body: {} },
    status: 200,
  },
];

describeParity(
  'ValidationPipe without options',
  { controllers: [UsersController], configure: (app) => void app.useGlobalPipes(new ValidationPipe()) },
  valid,
);

describeParity(
  'ValidationPipe with transform',
  {
    controllers: [UsersController],
    configure: (app) => void app.useGlobalPipes(new ValidationPipe({ transform: true })),
  },
  [
    ...valid,
    {
      title: 'a body becomes an instance',
      tool: 'users_create',
      args: ann,
      http: post(ann),
      status: 201,
      body: { user: ann, isInstance: true },
    },
    {
      title: 'a path parameter becomes a number',
      tool: 'users_update',
      args: { id: 7, name: 'Bo' },
      http: { method: 'PATCH', path: '/users/7', body: { name: 'Bo' } },
      status: 200,
      body: { id: 7, type: 'number', user: { name: 'Bo' } },
    },
    {
      title: 'a query object is converted',
      tool: 'users_list',
      args: { page: 3, deep: true, order: 'asc' },
      http: 'GET /users?page=3&deep=true&order=asc',
      status: 200,
      body: { page: 3, deep: true, order: 'asc' },
    },
    {
      title: 'a query object has its defaults',
      tool: 'users_list',
      http: 'GET /users',
      status: 200,
      body: { page: 1 },
    },
    {
      title: 'a query object out of range',
      tool: 'users_list',
      args: { page: 11 },
      http: 'GET /users?page=11',
      ...REFUSED,
    },
    {
      title: 'a query object with a value outside of the enum',
      tool: 'users_list',
      args: { order: 'up' },
      http: 'GET /users?order=up',
      ...REFUSED,
    },
    {
      title: 'several values for a list in the query',
      tool: 'users_tagged',
      args: { tags: ['a', 'b'] },
      http: 'GET /users/tagged?tags=a&tags=b',
      status: 200,
      body: { tags: ['a', 'b'] },
    },
    {
      title: 'primitive parameters are coerced',
      tool: 'users_flags',
      args: { count: 2, on: true },
      http: 'GET /users/flags?count=2&on=true',
      status: 200,
      body: { count: 2, on: true, types: ['number', 'boolean'] },
    },
    {
      title: 'absent primitive parameters',
      tool: 'users_flags',
      http: 'GET /users/flags',
      status: 200,
    },
  ],
);

describeParity(
  'one value for a list in the query',
  {
    controllers: [UsersController],
    configure: (app) => void app.useGlobalPipes(new ValidationPipe({ transform: true })),
  },
  [
    {
      title: 'is a list as an argument, and a text over HTTP',
      tool: 'users_tagged',
      args: { tags: ['a'] },
      http: 'GET /users/tagged?tags=a',
      status: 400,
      differs: {
        because: 'an argument that is an array arrives as one; HTTP cannot tell one value from a list',
        in: [
          { at: 'status', http: 400, tool: 200 },
          { at: 'isError', http: true, tool: false },
          {
            at: 'body.message',
            http: ['tags must contain at least 1 elements', 'tags must be an array'],
            tool: undefined,
          },
          { at: 'body.error', http: 'Bad Request', tool: undefined },
          { at: 'body.statusCode', http: 400, tool: undefined },
          { at: 'body.tags', http: undefined, tool: ['a'] },
        ],
      },
    },
  ],
);

describeParity(
  'ValidationPipe with whitelist',
  {
    controllers: [UsersController],
    configure: (app) => void app.useGlobalPipes(new ValidationPipe({ transform: true, whitelist: true })),
  },
  valid,
);

describeParity(
  'ValidationPipe with forbidNonWhitelisted',
  {
    controllers: [UsersController],
    configure: (app) =>
      void app.useGlobalPipes(
        new ValidationPipe({ transform: true, whitelist: true, forbidNonWhitelisted: true }),
      ),
  },
  [
    ...valid,
    {
      title: 'refuses an unknown property',
      tool: 'users_create',
      args: { ...ann, admin: true },
      http: post({ ...ann, admin: true }),
      ...REFUSED,
    },
    {
      title: 'refuses an unknown nested property',
      tool: 'users_create',
      args: { ...ann, address: { city: 'Rome', planet: 'Mars' } },
      http: post({ ...ann, address: { city: 'Rome', planet: 'Mars' } }),
      ...REFUSED,
    },
  ],
);

describeParity('ValidationPipe on the method', { controllers: [UsersController] }, [
  {
    title: 'takes what is valid',
    tool: 'users_strict',
    args: ann,
    http: { method: 'POST', path: '/users/strict', body: ann },
    status: 201,
    body: ann,
  },
  {
    title: 'refuses an unknown property',
    tool: 'users_strict',
    args: { ...ann, admin: true },
    http: { method: 'POST', path: '/users/strict', body: { ...ann, admin: true } },
    ...REFUSED,
  },
  {
    title: 'without any pipe a body is whatever is sent',
    tool: 'users_create',
    args: { name: 5 },
    http: post({ name: 5 }),
    status: 201,
    body: { user: { name: 5 }, isInstance: false },
  },
]);
