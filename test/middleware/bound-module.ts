import type { DynamicModule, MiddlewareConsumer, ModuleMetadata, NestModule } from '@nestjs/common';

/** A module that binds middleware. */
export function boundModule(
  metadata: ModuleMetadata,
  configure: (consumer: MiddlewareConsumer) => void,
): DynamicModule {
  class BoundModule implements NestModule {
    configure(consumer: MiddlewareConsumer): void {
      configure(consumer);
    }
  }
  return { module: BoundModule, ...metadata };
}

/** What middleware uses of a request, on both platforms. */
export interface SeenRequest {
  method: string;
  url: string;
  originalUrl: string;
  baseUrl?: string;
  params?: Record<string, string>;
  query?: Record<string, string>;
  headers: Record<string, string | undefined>;
  /** Fastify's requests have what middleware wrote here. */
  raw?: SeenRequest;
  user?: string;
  seen?: string[];
}

export interface SeenResponse {
  statusCode: number;
  locals?: Record<string, unknown>;
  setHeader(name: string, value: string): void;
  end(body?: string): void;
  once(event: 'finish', listener: () => void): void;
}

export type Next = (error?: unknown) => void;

/** Answers who does not send `x-pass: yes`, in the way of middleware that knows nothing of Nest. */
export function requirePass({ headers }: SeenRequest, response: SeenResponse, next: Next): void {
  if (headers['x-pass'] === 'yes') {
    next();
    return;
  }
  response.statusCode = 401;
  response.setHeader('content-type', 'application/json');
  response.end('{"refused":true}');
}
