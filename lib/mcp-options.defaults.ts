import type { ResolvedAuthOptions } from './auth/index.js';
import type { McpSchemaOptions, McpSubscriptionOptions } from './interfaces/index.js';
import type { ResolvedTaskOptions } from './tasks/task-options.js';
import { DEFAULT_LIMITS } from './limits/limit-options.js';
import type { ResolvedLimits } from './limits/limit-options.js';
import type { McpModuleOptions } from './mcp.options.js';

type Defaulted =
  | 'path'
  | 'name'
  | 'version'
  | 'inferHttpMethodAnnotations'
  | 'unknownArguments'
  | 'ignoredArguments'
  | 'maxBlobBytes'
  | 'limits'
  | 'listPageSize'
  | 'cors'
  | 'visibility'
  | 'agentCard'
  | 'keepAliveMs'
  | 'shutdownGraceMs'
  | 'subscriptions'
  | 'sessions'
  | 'tasks'
  | 'outputValidation'
  | 'inferOutputSchema'
  | 'schema'
  | 'onSchemaError'
  | 'lint';

type Defaults = Required<Pick<McpModuleOptions, Defaulted>> & {
  limits: ResolvedLimits;
  schema: Required<McpSchemaOptions>;
  subscriptions: Required<McpSubscriptionOptions> | false;
  tasks: ResolvedTaskOptions | false;
};

/** The options with every default filled in. */
export type ResolvedMcpOptions = Readonly<
  Omit<McpModuleOptions, Defaulted | 'auth'> & Defaults & { auth?: ResolvedAuthOptions }
>;

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
  limits: DEFAULT_LIMITS,
  listPageSize: 100,
  cors: false,
  visibility: 'all',
  agentCard: false,
  keepAliveMs: 15_000,
  shutdownGraceMs: 10_000,
  subscriptions: DEFAULT_SUBSCRIPTIONS,
  sessions: false,
  tasks: false,
  outputValidation: 'warn',
  inferOutputSchema: false,
  schema: { dialect: true },
  onSchemaError: 'throw',
  lint: 'warn',
};
