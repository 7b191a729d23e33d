import { Body, Controller, Get, HttpCode, HttpStatus, Param, Post, Put } from '@nestjs/common';
import { McpContext, McpParam, McpResource, McpTool } from 'nestjs-mcp';
import { settings } from '../settings.js';
import { SetStockDto } from './dto/set-stock.dto.js';
import { StockService } from './stock.service.js';

/** Every answer names the instance that gave it. */
@Controller('stock')
export class StockController {
  constructor(private readonly stock: StockService) {}

  @Get(':item')
  @McpTool({ name: 'get_stock', description: 'How many of an item are in stock.' })
  @McpResource({ name: 'stock', template: 'nest://stock/{item}', description: 'The stock of an item.' })
  async get(@McpParam({ examples: ['cups'] }) @Param('item') item: string) {
    return { item, quantity: await this.stock.get(item), instance: settings.instance };
  }

  @Put(':item')
  @McpTool({ name: 'set_stock', description: 'Say how many of an item are in stock now.' })
  async set(@Param('item') item: string, @Body() { quantity }: SetStockDto) {
    await this.stock.set(item, quantity);
    return { item, quantity, instance: settings.instance };
  }

  @Post('count')
  @HttpCode(HttpStatus.OK)
  @McpTool({
    name: 'count_stock',
    description: 'Count everything that is in stock. Takes a moment for each item.',
    annotations: { readOnlyHint: true },
    taskSupport: 'optional',
  })
  async count(@McpContext() context?: McpContext) {
    return { total: await this.stock.count(context), instance: settings.instance };
  }
}
