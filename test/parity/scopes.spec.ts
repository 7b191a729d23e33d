import { Controller, Get, Inject, Injectable, Param, Scope } from '@nestjs/common';
import { ContextIdFactory, REQUEST } from '@nestjs/core';
import type { ContextId, ContextIdStrategy, HostComponentInfo } from '@nestjs/core';
import { McpTool } from 'nestjs-mcp';
import { describeParity } from './parity-table.js';

interface SeenRequest {
  method: string;
  url: string;
  headers: Record<string, string | undefined>;
}

@Injectable({ scope: Scope.REQUEST })
class RequestCounter {
  private count = 0;

  constructor(@Inject(REQUEST) readonly request: SeenRequest) {}

  next() {
    return ++this.count;
  }
}

@Injectable({ scope: Scope.TRANSIENT })
class TransientCounter {
  private count = 0;

  next() {
    return ++this.count;
  }
}

@Injectable({ scope: Scope.REQUEST, durable: true })
class TenantNotes {
  constructor(@Inject(REQUEST) readonly payload: { tenant?: string }) {}
}

@Injectable()
class OtherCounter {
  constructor(
    private readonly perRequest: RequestCounter,
    private readonly transient: TransientCounter,
  ) {}

  next() {
    return [this.perRequest.next(), this.transient.next()];
  }
}

@Controller('scoped')
@McpTool()
class ScopedController {
  constructor(
    private readonly perRequest: RequestCounter,
    private readonly transient: TransientCounter,
    private readonly other: OtherCounter,
  ) {}

  @Get('counts/:id')
  counts(@Param('id') id: string) {
    return {
      id,
      perRequest: this.perRequest.next(),
      transient: this.transient.next(),
      other: this.other.next(),
    };
  }

  @Get('request')
  request() {
    const { method, url, headers } = this.perRequest.request;
    return { method, url, tenant: headers['x-tenant'] };
  }
}

@Controller({ path: 'request-scoped', scope: Scope.REQUEST })
@McpTool()
class RequestScopedController {
  private count = 0;

  constructor(@Inject(REQUEST) private readonly request: SeenRequest) {}

  @Get()
  read() {
    return { count: ++this.count, url: this.request.url };
  }
}

@Controller({ path: 'transient', scope: Scope.TRANSIENT })
@McpTool()
class TransientController {
  @Get()
  read() {
    return { read: true };
  }
}

@Controller('durable')
@McpTool()
class DurableController {
  constructor(private readonly notes: TenantNotes) {}

  @Get()
  read() {
    return { tenant: this.notes.payload.tenant };
  }
}

/** One injection tree for each tenant, as in Nest's documentation. */
class TenantStrategy implements ContextIdStrategy {
  private readonly tenants = new Map<string, ContextId>();

  attach(contextId: ContextId, request: SeenRequest) {
    const tenant = request.headers?.['x-tenant'];
    if (tenant === undefined) {
      return () => contextId;
    }
    const tenantId = this.tenants.get(tenant) ?? ContextIdFactory.create();
    this.tenants.set(tenant, tenantId);
    return {
      resolve: (info: HostComponentInfo) => (info.isTreeDurable ? tenantId : contextId),
      payload: { tenant },
    };
  }
}

describeParity(
  'scopes',
  {
    controllers: [ScopedController, RequestScopedController, TransientController],
    providers: [RequestCounter, TransientCounter, OtherCounter],
  },
  [
    {
      title: 'a request-scoped provider is new for each call and shared within it, a transient one is not',
      tool: 'scoped_counts',
      args: { id: 'a' },
      http: 'GET /scoped/counts/a',
      status: 200,
      body: { id: 'a', perRequest: 1, transient: 1, other: [2, 1] },
    },
    {
      title: 'a provider that injects REQUEST sees the request of the route',
      tool: 'scoped_request',
      http: 'GET /scoped/request',
      headers: { 'x-tenant': 'acme' },
      status: 200,
      body: { method: 'GET', url: '/scoped/request', tenant: 'acme' },
    },
    {
      title: 'a request-scoped controller is new for each call',
      tool: 'request_scoped_read',
      http: 'GET /request-scoped',
      status: 200,
      body: { count: 1, url: '/request-scoped' },
    },
    {
      title: 'a transient controller',
      tool: 'transient_read',
      http: 'GET /transient',
      status: 200,
      body: { read: true },
    },
  ],
);

describeParity(
  'durable providers',
  {
    controllers: [DurableController],
    providers: [TenantNotes],
    configure: () => ContextIdFactory.apply(new TenantStrategy()),
  },
  [
    ...['acme', 'globex', 'acme'].map((tenant, index) => ({
      title: `are those of the tenant: ${tenant} (${index + 1})`,
      tool: 'durable_read',
      http: 'GET /durable',
      headers: { 'x-tenant': tenant },
      status: 200,
      body: { tenant },
    })),
  ],
);
