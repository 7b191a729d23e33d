import { BadRequestException, UnprocessableEntityException } from '@nestjs/common';
import { sumOfMoney } from '../common/money.transformer.js';
import { DRINKS } from '../menu/menu-category.enum.js';
import type { MenuItem } from '../menu/menu-item.entity.js';
import type { OrderItemDto } from './dto/order-item.dto.js';
import { CupSize, EXTRA_PRICES, SIZE_PRICES } from './order-options.js';

/** What one piece costs, or why it cannot be ordered like that. */
export function priceOf(menuItem: MenuItem, { size, extras }: OrderItemDto): number {
  if (!menuItem.available) throw new UnprocessableEntityException(`${menuItem.name} is sold out`);
  if (!DRINKS.includes(menuItem.category) && (size !== CupSize.Regular || extras.length > 0)) {
    throw new BadRequestException(`${menuItem.name} comes in one size and without extras`);
  }
  return sumOfMoney([menuItem.price, SIZE_PRICES[size], ...extras.map((extra) => EXTRA_PRICES[extra])]);
}

export function totalOf(items: { unitPrice: number; quantity: number }[]): number {
  return sumOfMoney(items.map(({ unitPrice, quantity }) => unitPrice * quantity));
}
