import 'reflect-metadata';
import { checkCalls } from './calls.js';
import { summarize } from './checks.js';
import { checkEndpoint } from './endpoint.js';
import { checkGuards } from './guards.js';
import { checkMiddleware } from './middleware.js';
import { checkRoutes } from './routes.js';

async function main(): Promise<void> {
  await checkGuards();
  await checkEndpoint();
  await checkCalls();
  await checkRoutes();
  await checkMiddleware();
  summarize();
}

void main();
