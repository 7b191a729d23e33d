import { Module } from '@nestjs/common';
import type { Type } from '@nestjs/common';
import { McpModule } from 'nestjs-mcp';
import type { AppSettings } from './app-settings.js';
import { EchoController } from './echo.controller.js';
import { createOfficeControllers } from './office-controllers.js';
import { ProgressController } from './progress.controller.js';
import { ReportController } from './report.controller.js';
import { ScopedEchoController } from './scoped-echo.controller.js';

export function createAppModule(settings: AppSettings): Type {
  const { toolCount = 50, sharedDtos = false, moreRoutes = false, withoutModule = false } = settings;
  @Module({
    imports: withoutModule ? [] : [createMcpModule(settings)],
    controllers: [
      EchoController,
      ...(moreRoutes ? [ReportController, ProgressController, ScopedEchoController] : []),
      ...createOfficeControllers(toolCount - 1, sharedDtos),
    ],
  })
  class AppModule {}
  return AppModule;
}

function createMcpModule({ listPageSize, subscriptions }: AppSettings) {
  return McpModule.forRoot({
    name: 'bench',
    version: '1.0.0',
    ...(listPageSize !== undefined && { listPageSize }),
    ...(subscriptions !== undefined && {
      subscriptions: { max: subscriptions, maxPerPrincipal: subscriptions },
    }),
  });
}
