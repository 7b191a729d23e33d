import { Body, Controller, ForbiddenException, Get, Header, Param, Post } from '@nestjs/common';
import { McpContext, McpInput, McpInputRequired, McpResource, McpTool } from 'nestjs-mcp';
import { CreateExportDto } from './dto/create-export.dto.js';
import type { Export } from './export.interface.js';
import { ExportsService } from './exports.service.js';

@Controller('exports')
export class ExportsController {
  constructor(private readonly exports: ExportsService) {}

  /** Clients that know tasks get one at once; others, and plain HTTP, wait for the file. */
  @Post()
  @McpTool({
    name: 'export_orders',
    description: 'Export the orders of a year to a file. Read it as nest://exports/{name}.',
    annotations: { destructiveHint: false },
    taskSupport: 'optional',
  })
  async create(
    @Body() request: CreateExportDto,
    @McpContext() context?: McpContext,
  ): Promise<Export | McpInputRequired> {
    if (context && request.withEmails) {
      // The handler runs again with the answer, so it asks before it does anything.
      if (!context.inputResponses) return askForEmails(request);
      if (!context.accepted('emails'))
        throw new ForbiddenException('The user wants no e-mail addresses in it');
    }
    return this.exports.create(request, context);
  }

  @Get()
  @McpTool({ name: 'list_exports', description: 'All exports, and how far they are.' })
  list(): Export[] {
    return this.exports.list();
  }

  @Get(':name')
  @Header('content-type', 'text/csv')
  @McpResource({ name: 'export', template: 'nest://exports/{name}', description: 'The file of an export.' })
  read(@Param('name') name: string): string {
    return this.exports.read(name);
  }
}

function askForEmails({ year }: CreateExportDto): McpInputRequired {
  const question = `The file for ${year} will have the e-mail addresses of your customers. Go on?`;
  return new McpInputRequired({ inputRequests: { emails: McpInput.form(question) } });
}
