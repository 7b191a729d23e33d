import { PickType } from '@nestjs/mapped-types';
import { PlaceOrderDto } from './place-order.dto.js';

export class QuoteOrderDto extends PickType(PlaceOrderDto, ['items']) {}
