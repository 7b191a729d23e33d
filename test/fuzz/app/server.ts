import 'reflect-metadata';
import { Module, ValidationPipe } from '@nestjs/common';
import { McpModule } from 'nestjs-mcp';
import { serveApp } from '../../support/app-process/serve-app.js';
import { AnswersController } from './answers.controller.js';
import { RecordsController } from './records.controller.js';
import { TextsProvider } from './texts.provider.js';

@Module({
  imports: [
    McpModule.forRoot({
      name: 'fuzz',
      version: '1.0.0',
      listPageSize: 4,
      // Few, so that they are all there, and in the figures, when the warm-up is over.
      sessions: { max: 50, maxPerPrincipal: 50 },
      requestState: { keys: ['a key of thirty-two characters or more'] },
    }),
  ],
  controllers: [RecordsController, AnswersController],
  providers: [TextsProvider],
})
class FuzzModule {}

await serveApp(FuzzModule, (app) =>
  app.useGlobalPipes(new ValidationPipe({ transform: true, whitelist: true })),
);
