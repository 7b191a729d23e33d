import {
  Body,
  Controller,
  Get,
  HttpCode,
  HttpStatus,
  Param,
  ParseUUIDPipe,
  Patch,
  Post,
  Query,
} from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { McpAnnotations, McpParam, McpReadOnly, McpTool } from 'nestjs-mcp';
import { Role } from '../auth/role.enum.js';
import { Roles, SignedIn } from '../auth/roles.decorator.js';
import { Page } from '../common/page.js';
import { ListOrdersQueryDto } from './dto/list-orders-query.dto.js';
import { PlaceOrderDto } from './dto/place-order.dto.js';
import { QuoteOrderDto } from './dto/quote-order.dto.js';
import { UpdateOrderStatusDto } from './dto/update-order-status.dto.js';
import { Order } from './order.entity.js';
import { BoardEntry, OrdersService } from './orders.service.js';

@Controller('orders')
export class OrdersController {
  constructor(private readonly orders: OrdersService) {}

  @Post()
  @SignedIn()
  @ApiOperation({
    summary: 'Place an order',
    description:
      'Place an order for one or more menu items and get its number, its total in euros and its id.',
  })
  @McpTool('place_order')
  place(@Body() order: PlaceOrderDto): Promise<Order> {
    return this.orders.place(order);
  }

  /** Prices an order without placing it: a POST for its body only. */
  @Post('quote')
  @HttpCode(HttpStatus.OK)
  @McpTool({ name: 'quote_order', description: 'What an order would cost in euros. Places nothing.' })
  @McpReadOnly(true)
  @McpAnnotations({ idempotentHint: true })
  async quote(@Body() { items }: QuoteOrderDto): Promise<{ total: number }> {
    return { total: await this.orders.quote(items) };
  }

  @Get('mine')
  @SignedIn()
  @McpTool({ name: 'my_orders', description: 'Your own orders, newest first.' })
  mine(@Query() query: ListOrdersQueryDto): Promise<Page<Order>> {
    return this.orders.mine(query);
  }

  @Get('board')
  @McpTool({ description: 'The screen over the counter: orders that are being made or can be picked up.' })
  board(): Promise<BoardEntry[]> {
    return this.orders.board();
  }

  @Get(':id')
  @SignedIn()
  @McpTool({ name: 'get_order', description: 'One order with its items. Customers can get their own only.' })
  findOne(
    @McpParam({ description: 'Id of the order (not its number), as place_order and my_orders give it.' })
    @Param('id', ParseUUIDPipe)
    id: string,
  ): Promise<Order> {
    return this.orders.get(id);
  }

  @Patch(':id/status')
  @Roles(Role.Barista, Role.Manager)
  @McpTool({
    name: 'set_order_status',
    description: 'Move an order on. Picking it up gives the customer a loyalty point per euro. For staff.',
    annotations: { destructiveHint: false },
  })
  setStatus(
    @Param('id', ParseUUIDPipe) id: string,
    @Body() { status }: UpdateOrderStatusDto,
  ): Promise<Order> {
    return this.orders.moveTo(id, status);
  }

  @Post(':id/cancel')
  @HttpCode(HttpStatus.OK)
  @SignedIn()
  @McpTool({
    name: 'cancel_order',
    description: 'Cancel an order that is not ready yet. It cannot be undone.',
  })
  @McpAnnotations({ title: 'Cancel an order', destructiveHint: true })
  cancel(@Param('id', ParseUUIDPipe) id: string): Promise<Order> {
    return this.orders.cancel(id);
  }
}
