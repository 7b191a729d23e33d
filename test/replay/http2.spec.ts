import http2 from 'node:http2';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Controller, Get, Ip, Req, Res } from '@nestjs/common';
import type { INestApplication } from '@nestjs/common';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { McpModule, McpTool } from '../../lib/index.js';

@Controller('things')
class ThingsController {
  @Get('caller')
  @McpTool('caller')
  caller(@Ip() ip: string, @Req() request: FastifyRequest) {
    const { protocol, hostname, socket } = request;
    return { ip, protocol, hostname, address: socket.remoteAddress };
  }

  @Get('headers')
  @McpTool('headers')
  headers(@Req() request: FastifyRequest) {
    return Object.keys({ ...request.headers, ...request.raw.headers }).filter((name) => name.startsWith(':'));
  }

  @Get('listens')
  @McpTool('listens')
  listens(@Req() request: FastifyRequest, @Res({ passthrough: true }) response: FastifyReply) {
    request.raw.on('close', () => undefined);
    response.raw.on('close', () => undefined);
    return 'listening';
  }
}

let app: INestApplication | undefined;
let session: http2.ClientHttp2Session | undefined;

afterEach(async () => {
  session?.destroy();
  await app?.close();
});

async function connect(): Promise<http2.ClientHttp2Session> {
  const module = await Test.createTestingModule({
    imports: [McpModule.forRoot()],
    controllers: [ThingsController],
  }).compile();
  const adapter = new FastifyAdapter({ http2: true } as object);
  app = module.createNestApplication(adapter, { logger: false });
  await app.listen(0, '127.0.0.1');
  const { port } = (app.getHttpServer() as { address(): AddressInfo }).address();
  session = http2.connect(`http://127.0.0.1:${port}`);
  return session;
}

function ask(headers: http2.OutgoingHttpHeaders, body?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const stream = session!.request(headers);
    let text = '';
    stream
      .setEncoding('utf8')
      .on('data', (chunk: string) => (text += chunk))
      .on('end', () => resolve(text))
      .on('error', reject);
    stream.end(body);
  });
}

async function call(name: string): Promise<string> {
  const headers = { ':path': '/mcp', ':method': 'POST', 'content-type': 'application/json' };
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name } };
  const answer = JSON.parse(await ask(headers, JSON.stringify(message))) as {
    result: { content: { text: string }[] };
  };
  return answer.result.content[0]!.text;
}

describe('over HTTP/2', () => {
  it('a tool knows address, protocol and host of the caller, as its route does', async () => {
    await connect();
    const overHttp = await ask({ ':path': '/things/caller' });
    expect(JSON.parse(overHttp)).toMatchObject({ ip: '127.0.0.1', address: '127.0.0.1', protocol: 'http' });
    expect(await call('caller')).toBe(overHttp);
  });

  it('a tool does not see the pseudo headers of the message that called it', async () => {
    await connect();
    expect(await call('headers')).toBe('[]');
  });

  it('a tool may listen for the end of request and response', async () => {
    await connect();
    expect(await call('listens')).toBe('listening');
    expect(await call('listens')).toBe('listening');
  });
});
