import type { HttpServer } from '@nestjs/common';
import type { Platform } from './path-variants.js';

/** @throws Error for an HTTP platform that this package does not know */
export function platformOf(adapter: HttpServer): Platform {
  const type = adapter.getType();
  if (type !== 'fastify' && type !== 'express') {
    throw new Error(
      `McpModule works with @nestjs/platform-fastify and @nestjs/platform-express, not with "${type}".`,
    );
  }
  return type;
}
