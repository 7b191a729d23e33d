import type { ServerResponse } from 'node:http';
import { Body, Controller, HttpCode, Post, Res } from '@nestjs/common';
import { McpContext, McpTool } from 'nestjs-mcp';
import { echo, EchoDto } from './echo.dto.js';
import type { Echo } from './echo.dto.js';

const STEPS = 10;

/** The reply of Fastify, or the response of Express, which is Node's. */
type Reply = ServerResponse | { hijack(): unknown; raw: ServerResponse };

@Controller()
export class ProgressController {
  @Post('progress')
  @HttpCode(200)
  @McpTool({ name: 'progress', description: 'As echo, with ten messages about its progress.' })
  run(@Body() input: EchoDto, @McpContext() context?: McpContext): Echo {
    for (let step = 1; step <= STEPS; step++) {
      context?.reportProgress(step, STEPS, `step ${step}`);
    }
    return echo(input);
  }

  /** What the tool is compared with: a route that writes the same event stream by hand. */
  @Post('progress-stream')
  stream(@Body() input: EchoDto, @Res() reply: Reply): void {
    const response = responseOf(reply);
    response.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    });
    for (let step = 1; step <= STEPS; step++) {
      const params = { progressToken: 1, progress: step, total: STEPS, message: `step ${step}` };
      response.write(event({ jsonrpc: '2.0', method: 'notifications/progress', params }));
    }
    const content = [{ type: 'text', text: JSON.stringify(echo(input)) }];
    response.end(event({ jsonrpc: '2.0', id: 1, result: { resultType: 'complete', content } }));
  }
}

function responseOf(reply: Reply): ServerResponse {
  if (!('hijack' in reply)) {
    return reply;
  }
  reply.hijack();
  return reply.raw;
}

function event(message: object): string {
  return `event: message\ndata: ${JSON.stringify(message)}\n\n`;
}
