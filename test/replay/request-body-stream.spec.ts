import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { Body, Controller, Get, Post, Req, Res } from '@nestjs/common';
import { McpTool } from '../../lib/index.js';
import { boot, PLATFORMS } from '../support/mcp-app.js';

type AnyRequest = IncomingMessage & { raw?: IncomingMessage };
type AnyResponse = ServerResponse & { raw?: ServerResponse };

const events: string[] = [];

@Controller('things')
class ThingsController {
  @Get('iterate')
  @McpTool('iterate')
  async iterate(@Req() request: AnyRequest) {
    let bytes = 0;
    for await (const chunk of request.raw ?? request) {
      bytes += (chunk as Buffer).length;
    }
    return bytes;
  }

  @Get('end')
  @McpTool('end')
  async end(@Req() request: AnyRequest) {
    const stream = request.raw ?? request;
    const ended = once(stream, 'end');
    stream.resume();
    await ended;
    return 'ended';
  }

  @Get('finished')
  @McpTool('finished')
  async finished(@Req() request: AnyRequest, @Res({ passthrough: true }) response: AnyResponse) {
    const { raw = request } = request;
    // As the package `on-finished`, with which loggers wait.
    events.push(raw.complete && !raw.readable ? 'read before' : 'not read');
    raw.on('end', () => events.push('request ended'));
    (response.raw ?? response).on('finish', () => events.push('response finished'));
    await new Promise((resolve) => setTimeout(resolve, 10));
    events.push('answer');
    return 'finished';
  }

  @Post('parsed')
  @McpTool('parsed')
  async parsed(@Req() request: AnyRequest, @Body() body: object) {
    let bytes = 0;
    for await (const chunk of request.raw ?? request) {
      bytes += (chunk as Buffer).length;
    }
    return { bytes, body };
  }
}

describe.each(PLATFORMS)('on %s, the body of a request as a stream', (platform) => {
  it('is empty for a route without a body: reading it ends', async () => {
    const app = await boot({ controllers: [ThingsController] }, { platform });
    expect(await app.value('iterate')).toBe(0);
    expect(await app.value('end')).toBe('ended');
  });

  it('is read already when the route has a body', async () => {
    const app = await boot({ controllers: [ThingsController] }, { platform });
    expect(await app.value('parsed', { a: 1 })).toEqual({ bytes: 0, body: { a: 1 } });
  });

  it('is done after the response, so that who waits for both is told as over HTTP', async () => {
    const app = await boot({ controllers: [ThingsController] }, { platform });
    const settle = () => new Promise((resolve) => setTimeout(resolve, 20));
    await fetch(`${app.url}/things/finished`);
    await settle();
    const overHttp = events.splice(0);
    await app.value('finished');
    await settle();
    expect(events.splice(0)).toEqual(overHttp);
    expect(overHttp).toEqual(['not read', 'answer', 'response finished', 'request ended']);
  });
});
