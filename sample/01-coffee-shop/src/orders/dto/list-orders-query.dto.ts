import { IsEnum, IsOptional } from 'class-validator';
import { PageQueryDto } from '../../common/page-query.dto.js';
import { OrderStatus } from '../order-status.enum.js';

export class ListOrdersQueryDto extends PageQueryDto {
  @IsOptional()
  @IsEnum(OrderStatus)
  status?: OrderStatus;
}
