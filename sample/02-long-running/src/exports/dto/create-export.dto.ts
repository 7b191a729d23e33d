import { IsBoolean, IsInt, Max, Min } from 'class-validator';
import { McpParam } from 'nestjs-mcp';

export class CreateExportDto {
  @McpParam({ description: 'The year whose orders are exported.', examples: [2025] })
  @IsInt()
  @Min(2000)
  @Max(2099)
  year!: number;

  @McpParam({ description: "With the customers' e-mail addresses. The user is asked first." })
  @IsBoolean()
  withEmails: boolean = false;
}
