import type { McpSchemaOptions, McpSubscriptionOptions } from './interfaces/index.js';
import type { McpModuleOptions } from './mcp.options.js';

type Defaulted =
  | 'path'
  | 'name'
  | 'version'
  | 'inferHttpMethodAnnotations'
  | 'unknownArguments'
  | 'ignoredArguments'
  | 'maxBlobBytes'
  | 'listPageSize'
  | 'cors'
  | 'keepAliveMs'
  | 'shutdownGraceMs'
  | 'subscriptions'
  | 'sessions'
  | 'asyncContext'
  | 'outputValidation'
  | 'inferOutputSchema'
  | 'schema'
  | 'onSchemaError'
  | 'lint';

type Defaults = Required<Pick<McpModuleOptions, Defaulted>> & {
  schema: Required<McpSchemaOptions>;
  subscriptions: Required<McpSubscriptionOptions> | false;
};

/** The options with every default filled in. */
export type ResolvedMcpOptions = Readonly<Omit<McpModuleOptions, Defaulted> & Defaults>;

export const DEFAULT_SUBSCRIPTIONS: Readonly<Required<McpSubscriptionOptions>> = Object.freeze({
  max: 10_000,
  maxPerPrincipal: 100,
});

export const DEFAULT_OPTIONS: Defaults = {
  path: '/mcp',
  name: 'nestjs-mcp',
  version: '0.0.0',
  inferHttpMethodAnnotations: true,
  unknownArguments: 'reject',
  ignoredArguments: ['sessionId', 'action', 'chatInput', 'toolCallId', 'tool'],
  maxBlobBytes: 25 * 1024 * 1024,
  listPageSize: 100,
  cors: false,
  keepAliveMs: 15_000,
  shutdownGraceMs: 10_000,
  subscriptions: DEFAULT_SUBSCRIPTIONS,
  sessions: false,
  asyncContext: true,
  outputValidation: 'warn',
  inferOutputSchema: false,
  schema: { dialect: true },
  onSchemaError: 'throw',
  lint: 'warn',
};
