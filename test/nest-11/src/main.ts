import 'reflect-metadata';
import { checkCalls } from './calls.js';
import { summarize } from './checks.js';
import { checkGuards } from './guards.js';
import { checkRoutes } from './routes.js';

async function main(): Promise<void> {
  await checkGuards();
  await checkCalls();
  await checkRoutes();
  summarize();
}

void main();
