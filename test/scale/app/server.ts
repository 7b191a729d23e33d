import 'reflect-metadata';
import { serveApp } from '../../support/app-process/serve-app.js';
import { createJobsModule } from './jobs.module.js';
import type { JobsSettings } from './jobs.module.js';

await serveApp(createJobsModule(JSON.parse(process.env['JOBS'] ?? '{}') as JobsSettings));
