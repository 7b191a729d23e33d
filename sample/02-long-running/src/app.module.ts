import { Module, ValidationPipe } from '@nestjs/common';
import { APP_PIPE } from '@nestjs/core';
import { McpModule } from 'nestjs-mcp';
import { ExportsModule } from './exports/exports.module.js';

@Module({
  imports: [
    McpModule.forRoot({
      name: 'exports',
      version: '1.0.0',
      title: 'Exports',
      instructions: 'Exports the orders of a shop. An export takes some seconds.',
      tasks: { pollIntervalMs: 500 },
    }),
    ExportsModule,
  ],
  providers: [
    {
      provide: APP_PIPE,
      useValue: new ValidationPipe({ transform: true, whitelist: true, forbidNonWhitelisted: true }),
    },
  ],
})
export class AppModule {}
