import type { McpCallContext, McpLogLevel, McpTraceContext } from '../interfaces/index.js';
import type { Era, JsonObject, MethodRequest, RequestId } from '../protocol/index.js';
import type { OuterExchange } from '../replay/index.js';
import { jsonText } from '../results/index.js';
import { isLogged, requestedLogLevel } from './log-level.js';

/** The context of one call, over the request that it came with. */
export class CallContext implements McpCallContext {
  private readonly logLevel: McpLogLevel | undefined;

  /** @throws ProtocolError -32602 when the request asks for an unknown log level */
  constructor(
    private readonly call: MethodRequest<OuterExchange>,
    readonly name: string,
  ) {
    this.logLevel = requestedLogLevel(call.meta);
  }

  get method(): string {
    return this.call.method;
  }

  get era(): Era {
    return this.call.era;
  }

  get protocolVersion(): string {
    return this.call.version;
  }

  get requestId(): RequestId {
    return this.call.id;
  }

  get clientInfo(): JsonObject | undefined {
    return this.call.clientInfo;
  }

  get clientCapabilities(): JsonObject {
    return this.call.clientCapabilities;
  }

  get meta(): JsonObject {
    return this.call.meta;
  }

  get request(): object {
    return this.call.exchange.request;
  }

  get signal(): AbortSignal {
    return this.call.channel.signal;
  }

  get trace(): McpTraceContext {
    const text = (key: string) => {
      const value = this.call.meta[key];
      return typeof value === 'string' ? value : undefined;
    };
    return { traceparent: text('traceparent'), tracestate: text('tracestate'), baggage: text('baggage') };
  }

  reportProgress(progress: number, total?: number, message?: string): void {
    const { progressToken } = this.call.meta;
    const isAsked = typeof progressToken === 'string' || typeof progressToken === 'number';
    if (isAsked && Number.isFinite(progress)) {
      this.call.channel.notify('notifications/progress', { progressToken, progress, total, message });
    }
  }

  log(level: McpLogLevel, data: unknown, logger?: string): void {
    if (this.logLevel !== undefined && isLogged(level, this.logLevel)) {
      this.call.channel.notify('notifications/message', { level, logger, data: jsonData(data) });
    }
  }
}

/** A log message must not make the call fail that it tells of. */
function jsonData(data: unknown): unknown {
  try {
    return JSON.parse(jsonText(data) ?? 'null');
  } catch {
    return '[cannot be shown]';
  }
}
