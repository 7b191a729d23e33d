import { IsEnum } from 'class-validator';
import { McpParam } from 'nestjs-mcp';
import { OrderStatus } from '../order-status.enum.js';

export class UpdateOrderStatusDto {
  @McpParam({
    description: 'Orders go placed, preparing, ready, picked_up. A ready order cannot be cancelled.',
  })
  @IsEnum(OrderStatus)
  status!: OrderStatus;
}
