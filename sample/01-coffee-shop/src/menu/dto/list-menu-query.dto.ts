import { Transform, Type } from 'class-transformer';
import { IsBoolean, IsEnum, IsNumber, IsOptional, IsString, MaxLength, Min } from 'class-validator';
import { McpParam } from 'nestjs-mcp';
import { PageQueryDto } from '../../common/page-query.dto.js';
import { toBoolean } from '../../common/to-boolean.js';
import { MenuCategory } from '../menu-category.enum.js';

export class ListMenuQueryDto extends PageQueryDto {
  @McpParam({ description: 'Only this part of the menu.' })
  @IsOptional()
  @IsEnum(MenuCategory)
  category?: MenuCategory;

  @McpParam({ description: 'Words to look for in names and descriptions.', examples: ['latte', 'vegan'] })
  @IsOptional()
  @IsString()
  @MaxLength(40)
  search?: string;

  @McpParam({ description: 'Lowest price in euros.', examples: [2.5] })
  @IsOptional()
  @IsNumber()
  @Min(0)
  @Type(() => Number)
  minPrice?: number;

  @McpParam({ description: 'Highest price in euros.', examples: [4] })
  @IsOptional()
  @IsNumber()
  @Min(0)
  @Type(() => Number)
  maxPrice?: number;

  @McpParam({ description: 'Only what can be ordered now (true), or only what is sold out (false).' })
  @IsOptional()
  @IsBoolean()
  @Transform(toBoolean)
  available?: boolean;
}
