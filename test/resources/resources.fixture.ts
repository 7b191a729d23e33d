import {
  Controller,
  Get,
  Header,
  Headers,
  HttpException,
  NotFoundException,
  Param,
  ParseIntPipe,
  Query,
  Redirect,
  StreamableFile,
  UseGuards,
} from '@nestjs/common';
import type { ExecutionContext } from '@nestjs/common';
import { McpBlobResource, McpResource, McpTool } from '../../lib/index.js';

export const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

export const keyGuard = {
  canActivate: (context: ExecutionContext) =>
    context.switchToHttp().getRequest<{ headers: Record<string, string> }>().headers['x-key'] === 'right',
};

/** With one path, as each platform spells a wildcard. */
export function createTreeController(path: string) {
  @Controller('tree')
  class TreeController {
    @Get(path)
    @McpResource({ name: 'tree', template: 'nest://tree/{+path}' })
    tree(@Param() params: Record<string, unknown>) {
      return params;
    }
  }
  return TreeController;
}

@Controller('items')
export class ItemsController {
  @Get()
  @McpTool()
  @McpResource()
  list(@Query('page') page?: string) {
    return { items: ['a', 'b'], page: page ?? null };
  }

  @Get('text')
  @McpResource({
    uri: 'test://static-text',
    name: 'text',
    title: 'A text',
    description: 'Is a text.',
    mimeType: 'text/plain',
    size: 4,
    annotations: { audience: ['assistant'], priority: 0.5 },
    icons: [{ src: 'https://example.com/text.png' }],
    meta: { 'example.com/kind': 'text' },
  })
  text() {
    return 'text';
  }

  @Get('markdown')
  @Header('content-type', 'text/markdown; charset=utf-8')
  @McpResource('nest://markdown')
  markdown() {
    return '# Title';
  }

  @Get('image')
  @Header('content-type', 'image/png')
  @McpResource('test://static-binary')
  image() {
    return PNG;
  }

  @Get('declared')
  @McpResource({ uri: 'nest://declared', mimeType: 'image/png' })
  declared() {
    return PNG;
  }

  @Get('csv')
  @McpResource('nest://csv')
  csv() {
    return new StreamableFile(Buffer.from('a,b'), { type: 'text/csv' });
  }

  @Get('large')
  @McpResource('nest://large')
  large() {
    return Buffer.alloc(2000);
  }

  @Get('contents')
  @McpResource('nest://contents')
  contents() {
    return {
      contents: [
        { mimeType: 'text/plain', text: 'first' },
        { uri: 'nest://contents/2', mimeType: 'image/png', blob: PNG.toString('base64') },
      ],
    };
  }

  @Get('blob')
  @McpResource('nest://blob')
  blob() {
    return new McpBlobResource({ uri: 'nest://blob/1', data: PNG, mimeType: 'image/png' });
  }

  @Get('empty')
  @McpResource('nest://empty')
  empty() {}

  @Get('moved')
  @Redirect('/elsewhere', 302)
  @McpResource('nest://moved')
  moved() {}

  @Get('broken')
  @McpResource('nest://broken')
  broken() {
    throw new Error('secret');
  }

  @Get('unavailable')
  @McpResource('nest://unavailable')
  unavailable() {
    throw new HttpException('secret host is down', 503);
  }

  @Get('guarded')
  @UseGuards(keyGuard)
  @McpResource('nest://guarded')
  guarded(@Headers('x-key') key: string) {
    return key;
  }

  @Get('search/all')
  @McpResource({ name: 'search', template: 'nest://search{?query*}' })
  search(@Query() query: Record<string, unknown>) {
    return query;
  }

  @Get('special/seven')
  @McpResource({ name: 'special', uri: 'nest://items/seven' })
  special() {
    return 'special';
  }

  @Get('parts/:id/:part')
  @McpResource({ name: 'part', template: 'nest://items/{id}/{part}' })
  part(@Param('id') id: string, @Param('part') part: string) {
    return `${id} ${part}`;
  }

  @Get(':id')
  @McpResource({ name: 'item', template: 'nest://items/{id}{?lang}', description: 'One item.' })
  one(@Param('id', ParseIntPipe) id: number, @Query('lang') lang?: string) {
    if (id === 404) {
      throw new NotFoundException(`There is no item ${id}`);
    }
    return { id, lang: lang ?? 'en' };
  }
}
