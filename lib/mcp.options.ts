import type { CanActivate, FactoryProvider, ModuleMetadata, Type } from '@nestjs/common';
import type {
  McpAgentCardOptions,
  McpAuthOptions,
  McpCachingOptions,
  McpCanSee,
  McpCorsOptions,
  McpLimitOptions,
  McpRequestStateOptions,
  McpSchemaOptions,
  McpSessionOptions,
  McpSkillsOptions,
  McpSubscriptionOptions,
  McpTaskOptions,
  McpToolCallOutcome,
} from './interfaces/index.js';
import type { McpStore } from './store/index.js';

/**
 * What can be set by `McpModule.forRoot()` and by the factories of `McpModule.forRootAsync()`. Every option has a default.
 *
 * @publicApi
 */
export interface McpModuleOptions {
  /**
   * Path of the MCP endpoint. It is what clients connect to, whatever global prefix or versioning the application has.
   *
   * @default '/mcp'
   */
  path?: string;

  /**
   * Name of the server, for programs.
   *
   * @default 'nestjs-mcp'
   */
  name?: string;

  /**
   * Version of the server.
   *
   * @default '0.0.0'
   */
  version?: string;

  /** Name of the server, shown to people. */
  title?: string;

  /** Advice for the model on how to use the tools together; clients usually put it in the system prompt. */
  instructions?: string;

  /**
   * Whether a tool's annotations start from its HTTP method (`GET` only reads, `DELETE` destroys ...).
   * When false, tools carry only the annotations that were declared.
   *
   * @default true
   */
  inferHttpMethodAnnotations?: boolean;

  /** Offers only tools, prompts and resources that carry one of these tags. A tag that none has is warned of at boot. */
  includeTags?: readonly string[];

  /** Takes tools, prompts and resources out that carry one of these tags. A tag that none has is warned of at boot. */
  excludeTags?: readonly string[];

  /** Offers only the tools of these names. A name that no tool has is an error at boot. */
  includeTools?: readonly string[];

  /** Takes the tools of these names out; stronger than all the others. A name that no tool has is an error at boot. */
  excludeTools?: readonly string[];

  /**
   * What happens to arguments that a tool does not declare: `reject` answers with their names, so that a model can
   * correct itself; `ignore` drops them.
   *
   * @default 'reject'
   */
  unknownArguments?: 'reject' | 'ignore';

  /**
   * Arguments dropped without a word unless the tool declares them, or takes arguments of any name, because known clients
   * add them to every call.
   *
   * @default ['sessionId', 'action', 'chatInput', 'toolCallId', 'tool'] (n8n)
   */
  ignoredArguments?: readonly string[];

  /**
   * Runs after the arguments were found valid, before the route and its guards. It is waited for. What it throws is
   * logged and ignored, so that it cannot stop a call; guards can.
   *
   * @param args what passed the check: without ignored arguments, with the properties of a `body` beside the others
   * @param request the Fastify or Express request that reached the endpoint
   */
  beforeToolCall?: (name: string, args: Readonly<Record<string, unknown>>, request: object) => unknown;

  /** Runs after the route has answered. What it throws is logged and ignored. */
  afterToolCall?: (
    name: string,
    args: Readonly<Record<string, unknown>>,
    request: object,
    outcome: McpToolCallOutcome,
  ) => unknown;

  /**
   * Largest binary result, in bytes. A larger one becomes an error that says so.
   *
   * @default 26214400 (25 MiB)
   */
  maxBlobBytes?: number;

  /**
   * How much one request may ask for, and one answer hold. What is left out keeps its default.
   *
   * @default { argumentDepth: 64, batchLength: 100, resultBytes: 10485760, streams: 10000, callTimeoutMs: 600000 }
   */
  limits?: McpLimitOptions;

  /**
   * Entries in one page of a list, such as `tools/list`.
   *
   * @default 100
   */
  listPageSize?: number;

  /**
   * The document that `SwaggerModule.createDocument()` of `@nestjs/swagger` made, or a function that returns it. It is
   * offered as the resource `nest://openapi`. By default no document is.
   */
  openapi?: object | (() => unknown);

  /**
   * Who a request to the endpoint is authenticated as. What one caller was asked, nobody else can answer.
   *
   * @param request the Fastify or Express request that reached the endpoint
   * @returns the same text in every request of one caller, and undefined for anonymous ones
   * @default the user or client of a token that `McpBearerGuard` took, else `request.user.id`, else `request.user.sub`,
   * else the headers that carry credentials, such as `authorization` or `x-api-key`; else, for a user whom a guard has
   * found, the cookies, or what the guard says of the user
   */
  principal?: (request: object) => string | undefined;

  /**
   * Origins whose pages may call the endpoint, such as `https://app.example.com`, beside its own. `'*'` lets all pages in.
   * Requests that no page sends carry no `Origin` and are not affected.
   *
   * @default only pages of the host that is called; on loopback hosts, pages of all ports of this machine
   */
  allowedOrigins?: readonly string[] | '*';

  /**
   * What the `Host` header may be, with a port or for all ports: `['app.example.com', 'localhost:3000']`.
   *
   * @default anything, except what a page has made to resolve to this machine (DNS rebinding)
   */
  allowedHosts?: readonly string[];

  /**
   * Whether the endpoint sends the CORS headers that pages of other origins need, and answers preflight requests before
   * any guard. `true`, or what differs from the defaults. Who may call says `allowedOrigins`.
   *
   * @default false
   */
  cors?: boolean | McpCorsOptions;

  /** OAuth: who issues the tokens of callers, what clients are told about it, which scopes tools need. */
  auth?: McpAuthOptions;

  /**
   * Which tools a caller is shown: `all`, or only those that the caller is allowed to call. Of the others nobody learns
   * that they exist. Allowed is what `canSee` says, else what the caller has the `scopes` for.
   *
   * @default 'allowed' with `canSee`, else 'all'
   */
  visibility?: 'all' | 'allowed';

  /**
   * Whether a caller may see and call a tool. Called often, for every tool at every `tools/list`: let a guard look up who
   * the caller is, and decide here by what it has put on the request. What it throws hides the tool, and is logged.
   */
  canSee?: McpCanSee;

  /**
   * Whether `/.well-known/agent-card.json` tells agents of the A2A protocol what this server can do. `true`, or what
   * differs from the defaults. The tools in it are those that an anonymous caller is shown.
   *
   * @default false
   */
  agentCard?: boolean | McpAgentCardOptions;

  /** How `requestState` is protected: what a call that asks the user for something gives the client to carry. */
  requestState?: McpRequestStateOptions;

  /**
   * Milliseconds between the signs of life on a stream with nothing to say: a request that takes long, or a
   * subscription. Keep it below the idle timeouts of the proxies in front of the server.
   *
   * @default 15000
   */
  keepAliveMs?: number;

  /**
   * Milliseconds that calls have to end when the application closes, while new requests are refused. What has not ended
   * by then has its signal aborted, and is answered with an error that says so. `0` waits for nothing.
   *
   * @default 10000
   */
  shutdownGraceMs?: number;

  /**
   * How many streams of `subscriptions/listen` may be open at once, in all and for each `principal`; anonymous callers
   * count by address. `false` offers no subscriptions: clients are told of no changes.
   *
   * @default { max: 10000, maxPerPrincipal: 100 }
   */
  subscriptions?: McpSubscriptionOptions | false;

  /**
   * Whether clients of 2025-11-25 and before get a session: a stream for notifications, log messages from a level on,
   * questions of the server, and answers that survive a lost connection. Without, every request stands alone, and any
   * instance of the server can answer it. Requests that name no session stand alone in any case.
   *
   * @default false
   */
  sessions?: boolean | McpSessionOptions;

  /**
   * Folders of instructions and files that clients can load when they need them (Agent Skills): `skills/list` for clients
   * that know the extension, resources for all others. A skill that is not as it must be is warned of, and left out.
   */
  skills?: McpSkillsOptions;

  /**
   * Whether calls of tools with `taskSupport` run as tasks (the extension `io.modelcontextprotocol/tasks`): the client
   * gets a task at once, and looks for its result when it likes. `true`, or what differs from the defaults.
   *
   * @default false
   */
  tasks?: boolean | McpTaskOptions;

  /**
   * What the instances of the application share: with it any of them can answer any request, and tells its clients what
   * changes on the others. It is closed with the application.
   *
   * @default nothing is shared: what is kept is in the memory of the process
   */
  store?: McpStore;

  /**
   * For how long clients may keep the answers of a method, and whether they may share them with other callers. What is
   * not named here is neither kept nor shared. Only for clients of 2026-07-28 and later.
   */
  caching?: McpCachingOptions;

  /**
   * What happens to a result that does not meet the output schema which its tool declares. Clients built on the official
   * SDKs refuse such data, and a result without the declared data as well, unless it is marked as an error: with either
   * they would show the model nothing of the answer. Therefore
   *
   * - `warn` marks the result as an error, keeps the route's answer as its text and adds a note that the call was
   *   carried out; the place of the mismatch is logged, once per tool. The answer always reaches the model.
   * - `error` does the same, but withholds the answer: for data that must not leave the server unchecked.
   * - `off` does not look at the data and sends it as it is.
   *
   * @default 'warn'
   */
  outputValidation?: 'error' | 'warn' | 'off';

  /**
   * Whether `@ApiOkResponse({ type })`, `@ApiCreatedResponse({ type })` and such of `@nestjs/swagger` give a tool its
   * output schema, when `@McpTool()` declares none. Off by default, since responses are often documented more loosely
   * than a client would check them.
   *
   * @default false
   */
  inferOutputSchema?: boolean;

  /** How schemas are written. */
  schema?: McpSchemaOptions;

  /**
   * What happens when the schemas of a tool cannot be made: `throw` stops the boot with an error that names the tool;
   * `skip` leaves that one tool out and logs the error. The other tools stay in any case.
   *
   * @default 'throw'
   */
  onSchemaError?: 'throw' | 'skip';

  /**
   * Whether the boot warns of tools that some client cannot use, as `lintTools()` of `nestjs-mcp/testing` finds them.
   *
   * @default 'warn'
   */
  lint?: 'warn' | 'off';
}

/**
 * What is needed while the module's classes are made, before a factory can run.
 *
 * @publicApi
 */
export interface McpModuleExtras {
  /**
   * Guards of the MCP endpoint, beside the application's global guards. Their dependencies come from `imports`.
   * The guards of the routes run as well, with each call.
   */
  guards?: readonly (Type<CanActivate> | CanActivate)[];

  /** Modules whose providers the guards or the options factory need. */
  imports?: ModuleMetadata['imports'];
}

/**
 * Options of `McpModule.forRoot()`.
 *
 * @publicApi
 */
export interface McpRootOptions extends McpModuleOptions, McpModuleExtras {}

/**
 * Makes the options of `McpModule.forRootAsync({ useClass })`.
 *
 * @publicApi
 */
export interface McpOptionsFactory {
  createMcpOptions(): McpModuleOptions | Promise<McpModuleOptions>;
}

/**
 * Options of `McpModule.forRootAsync()`: one of `useFactory`, `useClass` and `useExisting`.
 *
 * @publicApi
 */
export interface McpModuleAsyncOptions extends McpModuleExtras {
  // Nest types factories the same way: their parameters are whatever `inject` names.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  useFactory?: (...dependencies: any[]) => McpModuleOptions | Promise<McpModuleOptions>;
  /** What `useFactory` is called with. */
  inject?: FactoryProvider['inject'];
  useClass?: Type<McpOptionsFactory>;
  useExisting?: Type<McpOptionsFactory> | string | symbol;
}
