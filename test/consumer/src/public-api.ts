// What users of the package may write, and what the compiler must refuse. It is compiled, and never runs.
import { Controller, Get, Injectable, Module, Param, Post, Body, Query } from '@nestjs/common';
import type { CanActivate, DynamicModule } from '@nestjs/common';
import {
  McpAnnotations,
  McpBlobResource,
  McpContext,
  McpHeader,
  McpModule,
  McpParam,
  McpReadOnly,
  McpResourceLink,
  McpTool,
  McpToolResult,
} from 'nestjs-mcp';
import type {
  JsonSchema,
  McpCallContext,
  McpModuleOptions,
  McpOptionsFactory,
  McpToolAnnotations,
  McpToolCallOutcome,
  McpToolOptions,
} from 'nestjs-mcp';
import { getMcpContext } from 'nestjs-mcp/context';
import { createParityHarness, expectParity } from 'nestjs-mcp/testing';

@Injectable()
class Config implements McpOptionsFactory {
  createMcpOptions(): McpModuleOptions {
    return { name: 'from-class' };
  }
}

@Injectable()
class Guard implements CanActivate {
  canActivate(): boolean {
    return true;
  }
}

const schema: JsonSchema = { type: 'object', properties: { q: { type: 'string' } }, required: ['q'] };
const annotations: McpToolAnnotations = { title: 'T', readOnlyHint: true, scopes: ['a'], costHint: 'own' };
const toolOptions: McpToolOptions = { name: 'find', annotations, inputSchema: schema, tags: ['a'] };

class Dto {
  @McpParam({ description: 'What to look for', examples: ['a'] })
  q!: string;

  @McpHeader('Tenant-Id')
  tenant!: string;
}

@Controller('items')
@McpTool({ tags: ['shop'], scopes: ['items'] })
@McpAnnotations({ openWorldHint: false })
export class ItemsController {
  @Get(':id')
  @McpTool(toolOptions)
  @McpAnnotations(annotations)
  @McpReadOnly()
  find(
    @Param('id') id: string,
    @Query('q') @McpParam({ description: 'q', required: true }) q: string,
    @Query('tenant') @McpHeader('Tenant') tenant: string,
    @McpContext() context?: McpContext,
  ): string {
    const full: McpCallContext | undefined = context ?? getMcpContext();
    return `${id} ${q} ${tenant} ${full?.name ?? ''} ${full?.clientInfo?.['name'] ?? ''}`;
  }

  @Post()
  @McpTool('create_item')
  create(@Body() dto: Dto): McpToolResult {
    return new McpToolResult({ content: [{ type: 'text', text: dto.q }], isError: false });
  }

  @Get('none')
  @McpTool(false)
  none(): McpBlobResource | McpResourceLink {
    return Math.random() > 1
      ? new McpBlobResource({ uri: 'file:///a', data: Buffer.from('a'), mimeType: 'text/plain' })
      : new McpResourceLink({ uri: 'file:///a', name: 'a' });
  }
}

export const roots: DynamicModule[] = [
  McpModule.forRoot(),
  McpModule.forRoot({
    path: '/mcp',
    name: 'n',
    version: '1',
    title: 't',
    instructions: 'i',
    inferHttpMethodAnnotations: false,
    includeTags: ['a'],
    excludeTools: ['b'],
    unknownArguments: 'ignore',
    ignoredArguments: [],
    maxBlobBytes: 1,
    listPageSize: 1,
    guards: [Guard, new Guard()],
    imports: [],
    beforeToolCall: (name, args, request) => `${name} ${Object.keys(args).length} ${typeof request}`,
    afterToolCall: async (_name, _args, _request, outcome: McpToolCallOutcome) => {
      await Promise.resolve(outcome.durationMs + (outcome.status ?? 0));
    },
  }),
  McpModule.forRootAsync({ useClass: Config }),
  McpModule.forRootAsync({ useExisting: Config, imports: [] }),
  McpModule.forRootAsync({ inject: [Config], useFactory: (config: Config) => config.createMcpOptions() }),
  McpModule.forRootAsync({ useFactory: async () => Promise.resolve({ name: 'x' }) }),
];

export const testing = [createParityHarness, expectParity];

// @ts-expect-error an option that does not exist
McpModule.forRoot({ nmae: 'x' });
// @ts-expect-error a value of another type
McpModule.forRoot({ unknownArguments: 'maybe' });
// @ts-expect-error a number is no name
McpTool(7);
// @ts-expect-error an option that does not exist
McpTool({ descripton: 'x' });
// @ts-expect-error a header has a name
McpHeader();
// @ts-expect-error a hint of another type
McpAnnotations({ readOnlyHint: 'yes' });
// @ts-expect-error content of no known type
new McpToolResult({ content: [{ type: 'smell', text: 'x' }] });

@Module({ imports: [McpModule.forRoot()] })
export class AppModule {}
