import {
  BadRequestException,
  Body,
  Controller,
  Delete,
  ForbiddenException,
  Get,
  Header,
  HttpCode,
  Injectable,
  NotFoundException,
  Param,
  ParseBoolPipe,
  ParseIntPipe,
  Post,
  Query,
  Req,
  StreamableFile,
  UnauthorizedException,
  UseGuards,
  ValidationPipe,
} from '@nestjs/common';
import type { CanActivate, ExecutionContext, INestApplication, ModuleMetadata } from '@nestjs/common';
import { IsInt, IsString, Max, MaxLength, Min } from 'class-validator';
import {
  McpBlobResource,
  McpContext,
  McpHeader,
  McpModule,
  McpResourceLink,
  McpTool,
  McpToolResult,
} from 'nestjs-mcp';
import type { McpRootOptions } from 'nestjs-mcp';

export const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

interface AuthenticatedRequest {
  readonly headers: Readonly<Record<string, string | undefined>>;
  user?: string;
}

@Injectable()
class TokenGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    const token = request.headers['authorization']?.replace('Bearer ', '');
    if (token === undefined) {
      throw new UnauthorizedException('Who are you?');
    }
    if (token === 'mallory') {
      throw new ForbiddenException('Not you.');
    }
    request.user = token;
    return true;
  }
}

class CreateItemDto {
  @IsString()
  @MaxLength(20)
  name!: string;

  @IsInt()
  @Min(1)
  @Max(100)
  price!: number;
}

@Controller('items')
export class ItemsController {
  @Get(':id')
  @McpTool({ name: 'find_item', title: 'Find an item' })
  findOne(@Param('id', ParseIntPipe) id: number) {
    if (id !== 1) {
      throw new NotFoundException(`There is no item ${id}.`);
    }
    return { id, name: 'Flat white' };
  }

  @Post()
  @McpTool('create_item')
  create(@Body() item: CreateItemDto) {
    if (item.name === 'Tea') {
      throw new BadRequestException('This is a coffee shop.');
    }
    return { id: 2, ...item };
  }

  @Delete(':id')
  @HttpCode(204)
  @McpTool('remove_item')
  remove(@Param('id') id: string): void {
    if (id === '') {
      throw new NotFoundException();
    }
  }

  @Post('crash')
  @McpTool('crash')
  crash(): never {
    throw new Error('connect ECONNREFUSED postgres://admin:secret@db');
  }

  @Get('mine/all')
  @UseGuards(TokenGuard)
  @McpTool('my_items')
  async mine(@Req() request: AuthenticatedRequest) {
    await new Promise((resolve) => setImmediate(resolve));
    return { owner: request.user };
  }
}

@Controller('reports')
export class ReportsController {
  @Get('stats')
  @McpTool({
    name: 'stats',
    outputSchema: {
      type: 'object',
      properties: { sold: { type: 'integer' }, best: { type: 'string' } },
      required: ['sold', 'best'],
    },
  })
  stats() {
    return { sold: 7, best: 'Flat white' };
  }

  @Get('names')
  @McpTool({ name: 'names', outputSchema: { type: 'array', items: { type: 'string' } } })
  names() {
    return ['Flat white', 'Cortado'];
  }

  @Get('picture')
  @Header('Content-Type', 'image/png')
  @McpTool('picture')
  picture() {
    return new StreamableFile(Buffer.from(PIXEL, 'base64'), { type: 'image/png' });
  }

  @Get('latest')
  @McpTool('latest_report')
  latest() {
    return new McpToolResult({
      content: [
        'Here it is.',
        new McpResourceLink({ name: 'report.pdf', uri: 'https://shop.example/report.pdf', size: 12 }),
        new McpBlobResource({
          uri: 'memory://r.pdf',
          data: Buffer.from('%PDF'),
          mimeType: 'application/pdf',
        }),
      ],
    });
  }

  @Get('context')
  @McpTool('context')
  context(@McpContext() context?: McpContext) {
    return { era: context?.era, version: context?.protocolVersion };
  }
}

@Controller('search')
export class SearchController {
  @Get()
  @McpTool('search')
  search(
    @Query('tenant') @McpHeader('Tenant-Id') tenant: string,
    @Query('limit', ParseIntPipe) @McpHeader('Limit') limit: number,
    @Query('drafts', new ParseBoolPipe({ optional: true })) @McpHeader('Drafts') drafts?: boolean,
  ) {
    return { tenant, limit, drafts };
  }
}

export const TOOL_NAMES = [
  'find_item',
  'create_item',
  'remove_item',
  'crash',
  'my_items',
  'stats',
  'names',
  'picture',
  'latest_report',
  'context',
  'search',
];

export function shopModule(options: McpRootOptions = {}): ModuleMetadata {
  return {
    imports: [
      McpModule.forRoot({
        name: 'coffee-shop',
        version: '1.2.3',
        title: 'Coffee shop',
        instructions: 'Look at the items first.',
        ...options,
      }),
    ],
    controllers: [ItemsController, ReportsController, SearchController],
  };
}

export function validateBodies(app: INestApplication): void {
  app.useGlobalPipes(new ValidationPipe({ whitelist: true, transform: true }));
}
