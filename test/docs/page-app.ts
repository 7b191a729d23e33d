import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Module, ValidationPipe } from '@nestjs/common';
import type { INestApplication, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { McpModule } from 'nestjs-mcp';
import ts from 'typescript';
import type { Block } from './markdown.js';
import { ROOT } from './markdown.js';
import { SNIPPET_OPTIONS } from './snippet-checker.js';

export type Platform = 'fastify' | 'express';

const CACHE = join(ROOT, 'node_modules/.cache/nestjs-mcp-docs');

/**
 * The application of a page, listening: the last `AppModule` that its snippets export, else all controllers that they
 * export, with `McpModule.forRoot()`. A global `ValidationPipe({ transform: true })` is there in both cases.
 */
export async function startPageApp(
  snippets: readonly Block[],
  platform: Platform,
): Promise<INestApplication> {
  const exported = await loadExports(snippets);
  const adapter = platform === 'fastify' ? new FastifyAdapter() : new ExpressAdapter();
  const root =
    exported.findLast(({ name }) => name === 'AppModule') ?? createRoot(exported.filter(isController));
  const app = await NestFactory.create(root, adapter, { logger: false, abortOnError: false });
  app.useGlobalPipes(new ValidationPipe({ transform: true }));
  await app.listen(0, '127.0.0.1');
  return app;
}

function createRoot(controllers: Type[]): Type {
  @Module({ imports: [McpModule.forRoot()], controllers })
  class PageModule {}
  return PageModule;
}

async function loadExports(snippets: readonly Block[]): Promise<Type[]> {
  const exported: Type[] = [];
  for (const { page, line, code } of snippets) {
    const folder = join(CACHE, String(process.pid));
    mkdirSync(folder, { recursive: true });
    const file = join(folder, `${page.replaceAll('/', '-')}-${line}.mjs`);
    const { outputText } = ts.transpileModule(code, {
      compilerOptions: { ...SNIPPET_OPTIONS, noEmit: false, module: ts.ModuleKind.ESNext },
    });
    writeFileSync(file, outputText);
    const module = (await import(pathToFileURL(file).href)) as Record<string, unknown>;
    rmSync(folder, { recursive: true });
    exported.push(...Object.values(module).filter((value): value is Type => typeof value === 'function'));
  }
  return exported;
}

function isController(type: Type): boolean {
  return Reflect.hasMetadata('__controller__', type);
}
