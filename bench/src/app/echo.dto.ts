import { IsInt, IsOptional, IsString } from 'class-validator';
import { McpParam } from 'nestjs-mcp';

export class EchoDto {
  @IsString()
  @McpParam({ description: 'The text to return' })
  message!: string;

  @IsOptional()
  @IsInt()
  @McpParam({ description: 'A number to return with it' })
  count?: number;
}

export interface Echo {
  message: string;
  count: number;
}

export function echo({ message, count }: EchoDto): Echo {
  return { message, count: count ?? 1 };
}
