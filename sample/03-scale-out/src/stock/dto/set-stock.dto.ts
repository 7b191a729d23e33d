import { IsInt, Max, Min } from 'class-validator';
import { McpParam } from 'nestjs-mcp';

export class SetStockDto {
  @McpParam({ description: 'How many there are now.' })
  @IsInt()
  @Min(0)
  @Max(10_000)
  quantity!: number;
}
