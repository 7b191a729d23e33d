import { Body, Catch, Controller, Get, HttpException, Param, ParseIntPipe, Post } from '@nestjs/common';
import type { ArgumentsHost, ExceptionFilter, ModuleMetadata } from '@nestjs/common';
import { McpModule, McpTool } from 'nestjs-mcp';
import type { McpRootOptions } from 'nestjs-mcp';

@Controller('items')
export class ItemsController {
  @Get(':id')
  @McpTool({ name: 'find_item', description: 'Finds an item' })
  findOne(@Param('id', ParseIntPipe) id: number) {
    return { id };
  }

  @Post()
  @McpTool({ name: 'add_item', description: 'Adds an item' })
  add(@Body('name') name: string) {
    return { added: name };
  }
}

/** A small application with two tools. */
export function itemsModule(options: McpRootOptions = {}, extra: ModuleMetadata = {}): ModuleMetadata {
  return {
    ...extra,
    imports: [McpModule.forRoot(options), ...(extra.imports ?? [])],
    controllers: [ItemsController, ...(extra.controllers ?? [])],
  };
}

interface AnyReply {
  status(status: number): { send(body: object): void };
}

/** Answers every error in a shape of its own, as many applications do. */
@Catch()
export class EveryErrorFilter implements ExceptionFilter {
  catch(exception: unknown, host: ArgumentsHost): void {
    const status = exception instanceof HttpException ? exception.getStatus() : 500;
    host.switchToHttp().getResponse<AnyReply>().status(status).send({ oops: true });
  }
}
