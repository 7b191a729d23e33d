import { McpModule } from 'nestjs-mcp';
import type { McpModuleOptions, McpStore } from 'nestjs-mcp';
import { InputToolsController } from '../input/input-tools.fixture.js';
import { createSessionController, Signals } from '../sessions/session-tools.fixture.js';
import { startApp } from '../support/running-app.js';
import type { PlatformName, RunningApp } from '../support/running-app.js';
import type { LoggerService } from '@nestjs/common';

export interface Instance extends RunningApp {
  /** What the handlers of this instance and the test tell each other. */
  readonly signals: Signals;
}

/** One instance of the application, with a connection of its own to what they share. */
export async function startInstance(
  platform: PlatformName,
  store: McpStore,
  options: McpModuleOptions = {},
  logger?: LoggerService,
): Promise<Instance> {
  const signals = new Signals();
  const running = await startApp({
    platform,
    logger,
    module: {
      imports: [McpModule.forRoot({ sessions: { retryMs: 20 }, shutdownGraceMs: 0, ...options, store })],
      controllers: [InputToolsController, createSessionController(signals)],
    },
  });
  return { ...running, signals };
}
