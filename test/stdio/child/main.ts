// An application on standard input and output: `main.js <platform> [what to do differently]`.
import 'reflect-metadata';
import { Module } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { McpBearerGuard, McpStdio } from 'nestjs-mcp';
import type { McpRootOptions, McpStdioOptions } from 'nestjs-mcp';
import { Course, localModule } from '../local-app.fixture.js';

const [, , platform, variant] = process.argv;

const secured: McpRootOptions = {
  auth: {
    resource: 'https://desk.example.com/mcp',
    metadata: false,
    verifyToken: () => undefined,
    requiredScopes: ['desk'],
  },
  guards: [McpBearerGuard],
  allowedHosts: ['desk.example.com'],
};
const identities: Record<string, McpStdioOptions> = {
  secured: { auth: { subject: 'u1', scopes: ['desk'], user: { name: 'Carol' } } },
  expired: { auth: { subject: 'u1', scopes: ['desk'], expiresAt: 1 } },
  'without-identity': {},
};

@Module(localModule(variant === 'secured' || variant === 'expired' ? secured : {}))
class AppModule implements OnApplicationShutdown {
  constructor() {
    console.log('a line at boot');
  }

  onApplicationShutdown(): void {
    console.error('shutdown hooks have run');
  }
}

const { app } = await McpStdio.serve(AppModule, {
  user: variant === 'secured' ? undefined : () => ({ name: 'Alice' }),
  ...identities[variant ?? ''],
  ...(variant === 'without-identity' && { user: undefined }),
  ...(variant === 'short-lines' && { maxMessageBytes: 1_000 }),
  adapter: platform === 'fastify' ? new FastifyAdapter() : new ExpressAdapter(),
});
app.get(Course).isTalkative = true;
console.log('a line after boot');
