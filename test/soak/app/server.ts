import 'reflect-metadata';
import { Module, ValidationPipe } from '@nestjs/common';
import { McpModule } from 'nestjs-mcp';
import { serveApp } from '../../support/app-process/serve-app.js';
import { CallerController } from './caller.controller.js';
import { CallerGuard } from './caller.guard.js';
import { CallerService } from './caller.service.js';

@Module({
  imports: [
    McpModule.forRoot({
      name: 'soak',
      version: '1.0.0',
      sessions: true,
      requestState: { keys: ['a key of thirty-two characters or more'] },
    }),
  ],
  controllers: [CallerController],
  providers: [CallerService],
})
class SoakModule {}

await serveApp(SoakModule, (app) => {
  app.useGlobalGuards(new CallerGuard());
  app.useGlobalPipes(new ValidationPipe({ transform: true, whitelist: true }));
});
