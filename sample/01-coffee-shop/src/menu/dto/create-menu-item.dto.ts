import {
  IsBoolean,
  IsEnum,
  IsNumber,
  IsOptional,
  IsString,
  Length,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { McpParam } from 'nestjs-mcp';
import { MenuCategory } from '../menu-category.enum.js';

export class CreateMenuItemDto {
  @McpParam({ description: 'Name on the menu. No other item may have it.', examples: ['Cortado'] })
  @IsString()
  @Length(2, 60)
  name!: string;

  @McpParam({ description: 'One line that tells guests what it is.' })
  @IsOptional()
  @IsString()
  @MaxLength(200)
  description?: string;

  @IsEnum(MenuCategory)
  category!: MenuCategory;

  @McpParam({ description: 'Price in euros.', examples: [3.4] })
  @IsNumber({ maxDecimalPlaces: 2 })
  @Min(0.5)
  @Max(50)
  price!: number;

  @McpParam({ description: 'Whether it can be ordered now. True unless said otherwise.' })
  @IsOptional()
  @IsBoolean()
  available?: boolean;
}
