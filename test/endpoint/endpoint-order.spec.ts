import { afterEach, describe, expect, it } from '@jest/globals';
import { Controller, Get, Module } from '@nestjs/common';
import type { MiddlewareConsumer, NestModule } from '@nestjs/common';
import { McpModule, McpTool } from '../../lib/index.js';
import { EndpointClient } from '../support/endpoint-client.js';
import { startApp } from '../support/running-app.js';
import type { RunningApp } from '../support/running-app.js';

const passed: string[] = [];

@Controller('first')
class FirstController {
  @Get()
  @McpTool()
  find(): string {
    return 'found';
  }
}

@Module({ controllers: [FirstController] })
class FirstModule {}

@Module({ imports: [FirstModule, McpModule.forRoot()] })
class AppModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer
      .apply((request: { originalUrl: string }, _response: object, next: () => void) => {
        passed.push(request.originalUrl);
        next();
      })
      .forRoutes('*path');
  }
}

interface Layer {
  readonly route?: { readonly path: string };
}

describe('the endpoint on Express', () => {
  let running: RunningApp;

  afterEach(() => running.close());

  it('is found before all other routes, however many there are, and behind the middleware', async () => {
    running = await startApp({ platform: 'express', module: { imports: [AppModule] } });
    const { router } = running.app.getHttpAdapter().getInstance() as { router: { stack: Layer[] } };
    const paths = router.stack.flatMap(({ route }) => (route ? [route.path] : []));
    expect(paths[0]).toBe('/mcp');
    expect(paths).toContain('/first');
    const client = new EndpointClient(running.mcp);
    expect((await client.callTool('first_find')).said).toBe('found');
    expect(passed).toContain('/mcp');
  });
});
