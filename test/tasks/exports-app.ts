import { McpModule } from '../../lib/index.js';
import type { McpRootOptions } from '../../lib/index.js';
import { startApp } from '../support/running-app.js';
import type { AppOptions, PlatformName, RunningApp } from '../support/running-app.js';
import { Caller, Exports, ExportsController, UserGuard } from './exports.fixture.js';
import { TaskClient } from './task-client.js';

export interface ExportsApp extends RunningApp {
  readonly exports: Exports;
  readonly client: TaskClient;
  as(user: string): TaskClient;
}

/** An application whose tools run as tasks. Who calls is what the `x-user` header says. */
export async function startExports(
  platform: PlatformName,
  options: McpRootOptions = {},
  rest: Partial<AppOptions> = {},
): Promise<ExportsApp> {
  const running = await startApp({
    platform,
    module: {
      imports: [
        McpModule.forRoot({
          tasks: true,
          principal: (request) => (request as { headers: Record<string, string> }).headers['x-user'],
          ...options,
        }),
      ],
      controllers: [ExportsController],
      providers: [Exports, Caller, UserGuard],
    },
    ...rest,
  });
  return Object.assign(running, {
    exports: running.app.get(Exports),
    client: new TaskClient(running.mcp, { 'x-user': 'ada', 'x-trace': 'trace-1' }),
    as: (user: string) => new TaskClient(running.mcp, { 'x-user': user }),
  });
}
