import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { IsInt, IsOptional, IsString } from 'class-validator';
import { McpParam, McpTool } from 'nestjs-mcp';

class EchoDto {
  @IsString()
  @McpParam({ description: 'The text to return' })
  message!: string;

  @IsOptional()
  @IsInt()
  @McpParam({ description: 'A number to return with it' })
  count?: number;
}

/** The measured route, the same for `POST /echo` and for the tool `echo`. */
@Controller()
export class EchoController {
  @Post('echo')
  @HttpCode(200)
  @McpTool({ name: 'echo', description: 'Returns the message it was given, with a count.' })
  echo(@Body() { message, count }: EchoDto): { message: string; count: number } {
    return { message, count: count ?? 1 };
  }
}
