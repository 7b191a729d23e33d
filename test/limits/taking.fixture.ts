import { Body, Controller, Get, Injectable, Param, Post, Query } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { IsArray } from 'class-validator';
import {
  McpArgs,
  McpCatalog,
  McpComplete,
  McpContext,
  McpInput,
  McpInputRequired,
  McpPrompt,
  McpResource,
  McpTool,
} from 'nestjs-mcp';

class RowsDto {
  @IsArray()
  rows!: unknown[];
}

/** What has got to the handlers. */
export class Seen {
  readonly values: unknown[] = [];

  note(value: unknown): string {
    this.values.push(value);
    return 'seen';
  }
}

/** Handlers of every kind that takes something of the client. */
export function takingModule(seen: Seen) {
  @Controller('things')
  class ThingsController {
    @Post()
    @McpTool('body')
    body(@Body() body: Record<string, unknown>) {
      return seen.note(body);
    }

    @Post('list')
    @McpTool('list')
    list(@Body('rows') rows: unknown) {
      return seen.note(rows);
    }

    @Get()
    @McpTool('query')
    @McpResource({ name: 'things', template: 'nest://things{?all*}' })
    query(@Query() query: Record<string, unknown>) {
      return seen.note(query);
    }

    @Get('named/:name')
    @McpResource({ name: 'named', template: 'nest://named/{name}' })
    named(@Param('name') name: string) {
      return seen.note(name);
    }

    @Post('ask')
    @McpTool('ask')
    ask(@McpContext() context?: McpContext) {
      const answers = context?.inputResponses;
      return answers
        ? seen.note(answers)
        : new McpInputRequired({
            inputRequests: {
              name: McpInput.form('Name?', { type: 'object', properties: { name: { type: 'string' } } }),
            },
          });
    }
  }

  @Injectable()
  class Things implements OnModuleInit {
    constructor(readonly catalog: McpCatalog) {}

    onModuleInit(): void {
      const inputSchema = { type: 'object' as const, properties: { value: {} }, additionalProperties: true };
      const handler = (args: object) => seen.note(args);
      this.catalog.addTool({ name: 'entry', description: 'Takes anything.', inputSchema, handler });
    }

    @McpPrompt('prompt')
    prompt(@McpArgs('text') text: string) {
      return seen.note(text);
    }

    @McpPrompt('rows')
    rows(@McpArgs() dto: RowsDto) {
      return seen.note(dto);
    }

    @McpComplete({ ref: 'prompt', argument: 'text' })
    texts(value: string, args: object) {
      seen.note(args);
      return [value];
    }
  }

  return { controllers: [ThingsController], providers: [Things] };
}
