import { Readable } from 'node:stream';
import {
  BadRequestException,
  Controller,
  Get,
  Param,
  Query,
  Redirect,
  Res,
  StreamableFile,
} from '@nestjs/common';
import { McpContext, McpInput, McpInputRequired, McpResource, McpTool } from 'nestjs-mcp';

const WHO = { type: 'object', properties: { name: { type: 'string' } } } as const;

interface ResponseLike {
  send(body: unknown): unknown;
}

/** Answers of every kind: progress, files, questions, errors. */
@Controller('answers')
@McpTool()
export class AnswersController {
  @Get('progress')
  async progress(@McpContext() context?: McpContext, @Query('text') text?: string) {
    for (let step = 1; step <= 3; step++) {
      context?.reportProgress(step, 3, text);
      context?.log('info', { step, text });
      await Promise.resolve();
    }
    return { done: true };
  }

  @Get('file')
  @McpResource('answers://file')
  file() {
    return new StreamableFile(Buffer.from([0, 1, 2, 255]), { type: 'image/png' });
  }

  @Get('stream')
  stream() {
    return new StreamableFile(Readable.from(['a', 'b', 'c']), { type: 'text/plain' });
  }

  @Get('broken-stream')
  brokenStream() {
    const broken = new Readable({
      read() {
        this.push('first');
        this.destroy(new Error('hidden-detail'));
      },
    });
    return new StreamableFile(broken);
  }

  @Get('sent')
  sent(@Res() response: ResponseLike) {
    response.send({ sent: true });
  }

  @Get('moved')
  @Redirect('/answers/file')
  moved() {
    return undefined;
  }

  @Get('question')
  question(@McpContext() context?: McpContext) {
    return context?.inputResponses
      ? { answers: context.inputResponses }
      : new McpInputRequired({ inputRequests: { name: McpInput.form('Who?', WHO) } });
  }

  @Get('refused/:why')
  @McpResource({ template: 'answers://refused/{+why}', name: 'refused' })
  refused(@Param('why') why: string) {
    throw new BadRequestException(why);
  }

  @Get('failing')
  @McpResource('answers://failing')
  failing() {
    throw new Error('hidden-detail');
  }

  @Get('strange')
  strange() {
    const cycle: Record<string, unknown> = { big: 1n, lone: '\ud800', nothing: undefined };
    cycle.self = cycle;
    return cycle;
  }
}
