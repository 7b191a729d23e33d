import 'reflect-metadata';
import { Controller, Get, Module } from '@nestjs/common';
import { McpModule, McpTool } from 'nestjs-mcp';
import { serveApp } from '../support/app-process/serve-app.js';

if (process.env['IMPORTS_CONTEXT'] === 'true') {
  await import('nestjs-mcp/context');
}

@Controller('promises')
class PromisesController {
  /** Node marks promises while somebody tracks them. */
  @Get()
  @McpTool()
  marks(): object {
    return { count: Object.getOwnPropertySymbols(Promise.resolve()).length };
  }
}

@Module({ imports: [McpModule.forRoot()], controllers: [PromisesController] })
class AppModule {}

await serveApp(AppModule);
