import { Inject, Injectable } from '@nestjs/common';
import type { HttpServer } from '@nestjs/common';
import { metadataPaths, resourceMetadata } from '../auth/index.js';
import { LiveCatalog } from '../catalog/index.js';
import { MCP_MODULE_OPTIONS } from '../mcp.constants.js';
import type { ResolvedMcpOptions } from '../mcp-options.defaults.js';
import { ToolAccess } from '../methods/index.js';
import { agentCard } from './agent-card.js';
import { agentCardOptions } from './agent-card-options.js';
import { servePublicDocument } from './public-document.js';
import type { PublicDocument } from './public-document.js';

const AGENT_CARD_PATH = '/.well-known/agent-card.json';

interface RequestLike {
  readonly protocol: string;
  readonly headers: { readonly host?: string; readonly ':authority'?: string };
}

/** What is served beside the endpoint, for those that look for it. */
@Injectable()
export class WellKnownDocuments {
  private readonly access: ToolAccess;
  private readonly documents: readonly PublicDocument[];

  constructor(
    @Inject(MCP_MODULE_OPTIONS) private readonly options: ResolvedMcpOptions,
    @Inject(LiveCatalog) private readonly catalog: LiveCatalog,
  ) {
    this.access = new ToolAccess(options);
    this.documents = [...this.resourceMetadata(), ...this.agentCard()];
  }

  get paths(): string[] {
    return this.documents.map(({ path }) => path);
  }

  /** Must be called before the routes of the application are registered. */
  serve(adapter: HttpServer): void {
    this.documents.forEach((document) => servePublicDocument(adapter, document));
  }

  private resourceMetadata(): PublicDocument[] {
    const { auth } = this.options;
    if (!auth) {
      return [];
    }
    const text = JSON.stringify(resourceMetadata(auth));
    return metadataPaths(auth).map((path) => ({ path, isCacheable: true, write: () => text }));
  }

  private agentCard(): PublicDocument[] {
    const card = agentCardOptions(this.options.agentCard);
    if (!card) {
      return [];
    }
    const url = card.url ?? this.options.auth?.resource;
    const write = async (request: object) => {
      const tools = await this.access.visible(this.catalog.snapshot.tools, request);
      return JSON.stringify(agentCard(this.options, card, url ?? this.requestedUrl(request), tools));
    };
    return [{ path: AGENT_CARD_PATH, isCacheable: url !== undefined && !this.access.isPerCaller, write }];
  }

  /** What a request says of its host may be anything: such a card must not be kept for others. */
  private requestedUrl(request: object): string {
    const { protocol, headers } = request as RequestLike;
    return `${protocol}://${headers.host ?? headers[':authority']}${this.options.path}`;
  }
}
