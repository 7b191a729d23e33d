import { Type } from 'class-transformer';
import { IsInt, Max, Min } from 'class-validator';
import { McpParam } from 'nestjs-mcp';

export class PageQueryDto {
  @McpParam({ description: 'Which page, counted from 1.' })
  @IsInt()
  @Min(1)
  @Type(() => Number)
  page: number = 1;

  @McpParam({ description: 'How many entries a page has.' })
  @IsInt()
  @Min(1)
  @Max(50)
  @Type(() => Number)
  limit: number = 20;
}
