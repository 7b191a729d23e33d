export type Adapter = 'fastify' | 'express';

/** How the measured app differs from one that has `McpModule` with its defaults, and 50 tools. */
export interface AppSettings {
  /** The tool `echo`, and as many others as make this number. */
  readonly toolCount?: number;
  /** Tools with the same arguments have one class for them: 21 classes in all, however many tools there are. */
  readonly sharedDtos?: boolean;
  /** The same app, without `McpModule`. */
  readonly withoutModule?: boolean;
  /** Also the tools `report`, `progress` and `scoped_echo`, with their routes. */
  readonly moreRoutes?: boolean;
  /** Also `POST /prepared-list`, a route of Fastify or Express itself, with the bytes that `tools/list` answers. */
  readonly preparedList?: boolean;
  /** An app that uses `getMcpContext()`. */
  readonly importsContext?: boolean;
  readonly listPageSize?: number;
  /** How many may be open at once, all of one caller. */
  readonly subscriptions?: number;
}
