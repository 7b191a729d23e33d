// An application on standard input and output, on the platform that the first argument names; Express without one.
import 'reflect-metadata';
import { Controller, Get, Module, Req } from '@nestjs/common';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { McpModule, McpStdio, McpTool } from 'nestjs-mcp';
import type { McpStdioOptions, McpStdioServer } from 'nestjs-mcp';

@Controller('whoami')
class WhoamiController {
  @Get()
  @McpTool()
  get(@Req() request: { readonly user?: { readonly name: string } }): { name: string | undefined } {
    console.log('not a message');
    return { name: request.user?.name };
  }
}

@Module({ imports: [McpModule.forRoot()], controllers: [WhoamiController] })
class AppModule {}

const options: McpStdioOptions = {
  user: { name: 'Alice' },
  ...(process.argv[2] === 'fastify' && { adapter: new FastifyAdapter() }),
};
const server: McpStdioServer = await McpStdio.serve(AppModule, options);
await server.closed;
