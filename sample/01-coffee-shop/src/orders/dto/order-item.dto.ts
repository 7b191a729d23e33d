import { ArrayMaxSize, ArrayUnique, IsArray, IsEnum, IsInt, Max, Min } from 'class-validator';
import { McpParam } from 'nestjs-mcp';
import { CupSize, Extra } from '../order-options.js';

export class OrderItemDto {
  @McpParam({ description: 'Id of the menu item, as menu_list gives it.', examples: [4] })
  @IsInt()
  menuItemId!: number;

  @IsInt()
  @Min(1)
  @Max(20)
  quantity: number = 1;

  @McpParam({ description: 'Drinks only. A large cup is 0.70 more.' })
  @IsEnum(CupSize)
  size: CupSize = CupSize.Regular;

  @McpParam({ description: 'Drinks only. An extra shot is 0.50, oat milk 0.40, whipped cream 0.60.' })
  @IsArray()
  @ArrayMaxSize(3)
  @ArrayUnique()
  @IsEnum(Extra, { each: true })
  extras: Extra[] = [];
}
