import type { IncomingHttpHeaders } from 'node:http';
import type { ResolvedMcpOptions } from '../../mcp-options.defaults.js';
import { hostNameOf, hostOf, isLoopbackAddress, isLoopbackName } from './host-name.js';

/** What Fastify's and Express's requests have in common here. */
export interface OriginRequest {
  readonly headers: IncomingHttpHeaders;
  readonly socket?: { readonly localAddress?: string };
}

/**
 * Says from where the endpoint may be called. Browsers let every page send requests to every host, and name the page in
 * `Origin`; a page whose own name is made to resolve to this machine (DNS rebinding) is told from others by `Host`.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports#security-warning
 */
export class OriginPolicy {
  private readonly isOpen: boolean;
  private readonly origins: ReadonlySet<string>;
  private readonly hosts: ReadonlySet<string> | undefined;

  constructor({ allowedOrigins, allowedHosts }: Pick<ResolvedMcpOptions, 'allowedOrigins' | 'allowedHosts'>) {
    this.isOpen = allowedOrigins === '*';
    this.origins = new Set(allowedOrigins === '*' ? [] : allowedOrigins?.map(normalized));
    this.hosts = allowedHosts && new Set(allowedHosts.map((host) => host.toLowerCase()));
  }

  /** Whether pages of all origins are let in. */
  get takesAll(): boolean {
    return this.isOpen;
  }

  /** Why a request is refused; undefined when it is not. */
  refusal(request: OriginRequest): string | undefined {
    const { origin } = request.headers;
    const host = request.headers.host ?? authorityOf(request.headers);
    if (this.hosts && !this.takesHost(host, this.hosts)) {
      return 'This host is not served here';
    }
    if (origin === undefined || this.isOpen || this.origins.has(normalized(origin))) {
      return undefined;
    }
    if (!isOwnOrigin(origin, host)) {
      return 'Pages of this origin may not call this server';
    }
    return !this.hosts && isRebound(origin, host, request) ? 'This host is not served here' : undefined;
  }

  private takesHost(host: string | undefined, hosts: ReadonlySet<string>): boolean {
    const name = hostNameOf(host);
    return name !== undefined && (hosts.has(name) || hosts.has(host!.toLowerCase()));
  }
}

/** Same-origin, whatever the protocol: a proxy may have taken TLS off. Pages of this machine may call it at any port. */
function isOwnOrigin(origin: string, host: string | undefined): boolean {
  if (!/^https?:/i.test(origin) || !URL.canParse(origin)) {
    return false;
  }
  const page = new URL(origin);
  return (
    page.host === hostOf(host, page.protocol) ||
    (isLoopbackName(page.hostname) && isLoopbackName(hostNameOf(host)))
  );
}

/**
 * Whether a page has brought a foreign name to the machine itself. A proxy on this machine does the same for its clients;
 * pages that come by HTTPS can only be a proxy's, since the certificate of a rebound name would have been this server's.
 */
function isRebound(origin: string, host: string | undefined, { socket }: OriginRequest): boolean {
  return (
    isLoopbackAddress(socket?.localAddress) && !isLoopbackName(hostNameOf(host)) && !/^https:/i.test(origin)
  );
}

/** HTTP/2 has the host elsewhere. */
function authorityOf(headers: IncomingHttpHeaders): string | undefined {
  const authority = headers[':authority'];
  return typeof authority === 'string' ? authority : undefined;
}

function normalized(origin: string): string {
  const lower = origin.toLowerCase();
  return /^https?:/.test(lower) && URL.canParse(lower) ? new URL(lower).origin : lower;
}
