import {
  BadRequestException,
  Controller,
  Get,
  HttpException,
  Injectable,
  Param,
  ParseIntPipe,
  Query,
  UseGuards,
} from '@nestjs/common';
import type { ExecutionContext } from '@nestjs/common';
import { IsBoolean, IsEnum, IsInt, IsOptional, IsString } from 'class-validator';
import { McpArgs, McpContext, McpParam, McpPrompt, McpResourceLink } from '../../lib/index.js';

export enum Tone {
  Kind = 'kind',
  Strict = 'strict',
}

class ReviewDto {
  @IsString()
  @McpParam({ description: 'The code to review' })
  code!: string;

  @IsOptional()
  @IsEnum(Tone)
  tone?: Tone;

  @IsOptional()
  @IsInt()
  lines?: number;

  @IsOptional()
  @IsBoolean()
  strict?: boolean;

  @IsOptional()
  @IsString({ each: true })
  files?: string[];
}

@Injectable()
export class ReviewPrompts {
  @McpPrompt({
    name: 'review',
    title: 'Review',
    description: 'Asks for a review.',
    icons: [{ src: 'https://example.com/review.svg' }],
    meta: { 'example.com/kind': 'review' },
  })
  review(@McpArgs() dto: ReviewDto) {
    return JSON.stringify(dto);
  }

  @McpPrompt('simple')
  simple() {
    return 'This is a simple prompt.';
  }

  @McpPrompt('message')
  message() {
    return { role: 'assistant', content: 'Yes?' };
  }

  @McpPrompt('list')
  list() {
    return [
      'first',
      { role: 'assistant', content: { type: 'text', text: 'second' } },
      { type: 'image', data: 'AAAA', mimeType: 'image/png' },
    ];
  }

  @McpPrompt('full')
  full() {
    return { description: 'All of it', messages: [{ role: 'user', content: { type: 'text', text: 'all' } }] };
  }

  @McpPrompt('link')
  link() {
    return [new McpResourceLink({ name: 'readme', uri: 'nest://readme' })];
  }

  @McpPrompt({ name: 'explicit', arguments: [{ name: 'topic', description: 'What about', required: true }] })
  explicit(@McpArgs() args: Record<string, string>) {
    return Object.entries(args).map(([name, value]) => `${name}=${value}`);
  }

  @McpPrompt('open')
  open(@McpArgs() args: Record<string, string>) {
    return JSON.stringify(args);
  }

  @McpPrompt('context')
  context(@McpContext() context: McpContext) {
    return `${context.method} ${context.name}`;
  }

  @McpPrompt('nothing')
  nothing() {
    return { ok: true };
  }

  @McpPrompt('bad')
  bad() {
    throw new BadRequestException(['too short', 'too odd']);
  }

  @McpPrompt('teapot')
  teapot() {
    throw new HttpException('I am a teapot', 418);
  }

  @McpPrompt('broken')
  broken() {
    throw new Error('secret');
  }
}

@Controller('prompts')
export class PromptsController {
  @Get('greet/:name')
  @McpPrompt({ description: 'Greets.' })
  greet(
    @Param('name') name: string,
    @Query('times', ParseIntPipe) @McpParam({ description: 'How often' }) times: number,
    @Query('language') language?: string,
  ) {
    return `${`Hello ${name}! `.repeat(times)}${language ?? ''}`;
  }

  @Get('guarded')
  @UseGuards({
    canActivate: (context: ExecutionContext) =>
      context.switchToHttp().getRequest<{ headers: Record<string, string> }>().headers['x-key'] === 'right',
  })
  @McpPrompt('guarded')
  guarded() {
    return 'open';
  }
}
