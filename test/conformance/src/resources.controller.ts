import { Controller, Get, Header, Param } from '@nestjs/common';
import { McpResource } from 'nestjs-mcp';
import { PNG } from './media.js';

@Controller('resources')
export class ResourcesController {
  @Get('text')
  @Header('content-type', 'text/plain')
  @McpResource({ name: 'static_text', uri: 'test://static-text', mimeType: 'text/plain' })
  text() {
    return 'This is the content of the static text resource.';
  }

  @Get('binary')
  @Header('content-type', 'image/png')
  @McpResource({ name: 'static_binary', uri: 'test://static-binary', mimeType: 'image/png' })
  binary() {
    return PNG;
  }

  @Get('watched')
  @McpResource({ name: 'watched_resource', uri: 'test://watched-resource' })
  watched() {
    return 'Watched resource content';
  }

  @Get('template/:id')
  @McpResource({ name: 'template_data', template: 'test://template/{id}/data' })
  template(@Param('id') id: string) {
    return { id, templateTest: true, data: `Data for ID: ${id}` };
  }
}
