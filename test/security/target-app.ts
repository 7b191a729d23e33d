import { Body, Controller, Get, Headers, Param, Post, Req, ValidationPipe } from '@nestjs/common';
import { IsOptional, IsString } from 'class-validator';
import {
  McpBearerGuard,
  McpConfirm,
  McpHeader,
  McpModule,
  McpParam,
  McpPrompt,
  McpResource,
  McpTool,
} from 'nestjs-mcp';
import type { McpModuleOptions } from 'nestjs-mcp';
import { startApp } from '../support/running-app.js';
import type { PlatformName, RunningApp } from '../support/running-app.js';

export const RESOURCE = 'https://api.example.com/mcp';

class NoteDto {
  @IsString()
  text!: string;

  @IsOptional()
  extra?: unknown;
}

/** What handlers saw: an attack that is refused leaves nothing here. */
export const seen: unknown[] = [];

@Controller('files')
export class FilesController {
  @Get('secret')
  secret() {
    seen.push('the secret');
    return 'the secret';
  }

  @Get('public/:name')
  @McpTool('read_file')
  @McpResource({ template: 'files:///{name}' })
  read(@Param('name') name: string) {
    seen.push(name);
    return { read: name };
  }
}

@Controller('notes')
export class NotesController {
  @Post()
  @McpTool('add_note')
  add(@Body(new ValidationPipe()) note: NoteDto) {
    seen.push(note);
    return { polluted: ({} as { polluted?: unknown }).polluted ?? 'no' };
  }

  @Get('mine/:region')
  @McpTool({ name: 'list_notes', scopes: ['notes'] })
  list(@Param('region') @McpHeader('Region') region: string, @Req() request: { headers: object }) {
    seen.push(region, request.headers);
    return { region };
  }

  @Get('tenant')
  @McpTool('tenant')
  tenant(
    @Headers('x-tenant') @McpParam({ expose: true }) tenant: string,
    @Req() request: { headers: object },
  ) {
    seen.push(tenant, request.headers);
    return { tenant };
  }

  @Post('wipe')
  @McpConfirm('Wipe everything?')
  @McpTool('wipe')
  wipe(@Body('area') area: string) {
    seen.push(`wiped ${area}`);
    return { wiped: area };
  }

  @Post('close')
  @McpConfirm('Close?')
  @McpTool('close')
  close(@Body('area') area: string) {
    seen.push(`closed ${area}`);
    return { closed: area };
  }

  @Get('greeting/:name')
  @McpPrompt('greeting')
  greeting(@Param('name') name: string) {
    return `Hello ${name}`;
  }
}

/** An application that has everything worth an attack. */
export function startTarget(
  platform: PlatformName,
  issuer: string,
  options: McpModuleOptions,
): Promise<RunningApp> {
  return startApp({
    platform,
    module: {
      imports: [
        McpModule.forRoot({
          auth: { resource: RESOURCE, authorizationServers: [issuer] },
          guards: [McpBearerGuard],
          sessions: true,
          visibility: 'allowed',
          listPageSize: 2,
          ...options,
        }),
      ],
      controllers: [FilesController, NotesController],
    },
  });
}
