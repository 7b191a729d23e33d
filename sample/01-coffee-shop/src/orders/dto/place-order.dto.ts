import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsDate,
  IsOptional,
  IsString,
  IsUUID,
  Length,
  ValidateNested,
} from 'class-validator';
import { McpParam } from 'nestjs-mcp';
import { OrderItemDto } from './order-item.dto.js';

export class PlaceOrderDto {
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(20)
  @ValidateNested({ each: true })
  @Type(() => OrderItemDto)
  items!: OrderItemDto[];

  @McpParam({
    description: 'Name the barista calls out. Your own unless said otherwise.',
    examples: ['Nora'],
  })
  @IsOptional()
  @IsString()
  @Length(1, 30)
  nameOnCup?: string;

  @McpParam({ description: 'When to have it ready, ISO 8601. As soon as possible unless said otherwise.' })
  @IsOptional()
  @IsDate()
  @Type(() => Date)
  pickUpAt?: Date;

  @McpParam({ description: 'Customer who collects the loyalty points. Customers always collect their own.' })
  @IsOptional()
  @IsUUID()
  customerId?: string;
}
