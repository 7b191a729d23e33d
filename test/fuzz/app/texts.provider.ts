import { Injectable } from '@nestjs/common';
import { IsInt, IsOptional, IsString } from 'class-validator';
import { McpArgs, McpComplete, McpPrompt, McpTool } from 'nestjs-mcp';

class TextDto {
  @IsString()
  text!: string;

  @IsOptional()
  @IsInt()
  times?: number;
}

/** Tools and prompts of a class without routes. */
@Injectable()
export class TextsProvider {
  @McpTool()
  echo(@McpArgs() dto: TextDto) {
    return dto;
  }

  @McpTool()
  fail() {
    throw new Error('hidden-detail');
  }

  @McpPrompt('summary')
  summary(@McpArgs() { text }: TextDto) {
    return text;
  }

  @McpComplete({ ref: 'summary', argument: 'text' })
  complete(value: string) {
    return [value, `${value}!`];
  }
}
