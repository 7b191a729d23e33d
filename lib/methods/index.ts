import type { Catalog } from '../discovery/index.js';
import type { ResolvedMcpOptions } from '../mcp-options.defaults.js';
import type { Method, Sessions } from '../protocol/index.js';
import type { OuterExchange, Replayer } from '../replay/index.js';
import type { SkillLibrary } from '../skills/index.js';
import type { ListKind, SubscriptionRegistry } from '../subscriptions/index.js';
import type { Tasks } from '../tasks/index.js';
import { listsOf } from './change-capabilities.js';
import type { Capabilities } from './change-capabilities.js';
import { CompletionCompleteMethod } from './completion/completion-complete.method.js';
import { DiscoverMethod } from './discover.method.js';
import { extensionsOf } from './extensions.js';
import type { InputRounds } from './input/index.js';
import { InitializeMethod } from './initialize.method.js';
import { ListMethod } from './list.method.js';
import { PingMethod } from './ping.method.js';
import { createOwner, createPrincipal } from './principal.js';
import { PromptsGetMethod } from './prompts/prompts-get.method.js';
import { ResourcesReadMethod } from './resources/resources-read.method.js';
import { capabilitiesOf } from './server-info.js';
import { LoggingSetLevelMethod, ResourcesSubscribeMethod } from './sessions/index.js';
import { skillMethods, skillResources } from './skills/index.js';
import { ToolAccess } from './tool-access.js';
import { OwnTasks, TaskCalls, TasksCancelMethod, TasksGetMethod, TasksUpdateMethod } from './tasks/index.js';
import type { TaskJobs } from './tasks/index.js';
import { SubscriptionsListenMethod } from './subscriptions-listen.method.js';
import { ToolsCallMethod } from './tools-call.method.js';
import { ToolsListMethod } from './tools-list.method.js';

export { sharingWarnings } from './cache-hints.js';
export { listsOf } from './change-capabilities.js';
export { guardConfirmation, InputRounds } from './input/index.js';
export { findSessionChannel, openSessions, reportSharing, tellSessions } from './sessions/index.js';
export { capabilitiesOf } from './server-info.js';
export { guardTaskStart, openTasks, TaskJobs } from './tasks/index.js';
export { perCallerMethods, ToolAccess } from './tool-access.js';

/** What the methods share, for as long as the application runs. */
export interface MethodServices {
  readonly options: ResolvedMcpOptions;
  readonly replayer: Replayer;
  readonly rounds: InputRounds;
  /** Undefined when the server tells of no changes. */
  readonly subscriptions?: SubscriptionRegistry;
  /** Undefined when every request stands alone. */
  readonly sessions?: Sessions<OuterExchange>;
  /** Undefined when the server offers no skills. */
  readonly skills?: SkillLibrary;
  /** Undefined when calls never run as tasks. */
  readonly tasks?: Tasks;
  /** Undefined when nobody else could run them. */
  readonly jobs?: TaskJobs;
}

/**
 * Every MCP method that a server with this catalog answers.
 *
 * @param everOffered lists that stay when they have become empty
 */
export function createMethods(
  catalog: Catalog,
  everOffered: ReadonlySet<ListKind>,
  services: MethodServices,
): Method<OuterExchange>[] {
  const { options, replayer, rounds, sessions, skills, tasks, jobs } = services;
  const capabilities = capabilitiesOf(catalog, everOffered);
  const access = new ToolAccess(options);
  return [
    new DiscoverMethod(capabilities, options, extensionsOf(skills, tasks)),
    new InitializeMethod(capabilities, options, sessions),
    new PingMethod(),
    new ToolsListMethod(catalog, options, access),
    new ToolsCallMethod(
      catalog,
      replayer,
      options,
      rounds,
      access,
      tasks && new TaskCalls(tasks, rounds, options, jobs),
    ),
    ...('prompts' in capabilities ? promptMethods(catalog, services) : []),
    ...('resources' in capabilities ? resourceMethods(catalog, services) : []),
    ...('completions' in capabilities ? [new CompletionCompleteMethod(catalog, replayer, options)] : []),
    ...subscriptionMethods(capabilities, services),
    ...(sessions ? sessionMethods(capabilities) : []),
    ...(skills ? skillMethods(skills.snapshot, options) : []),
    ...taskMethods(services),
  ];
}

function promptMethods(
  catalog: Catalog,
  { options, replayer, rounds }: MethodServices,
): Method<OuterExchange>[] {
  const definitions = catalog.prompts.map(({ definition }) => definition);
  return [
    new ListMethod('prompts/list', 'prompts', definitions, options),
    new PromptsGetMethod(catalog, replayer, options, rounds),
  ];
}

function resourceMethods(
  catalog: Catalog,
  { options, replayer, rounds, skills }: MethodServices,
): Method<OuterExchange>[] {
  const resources = [
    ...catalog.resources.map(({ definition }) => definition).filter(({ uri }) => !skills?.snapshot.file(uri)),
    ...(skills ? skillResources(skills.snapshot) : []),
  ];
  const templates = catalog.resourceTemplates.map(({ definition }) => definition);
  return [
    new ListMethod('resources/list', 'resources', resources, options),
    new ListMethod('resources/templates/list', 'resourceTemplates', templates, options),
    new ResourcesReadMethod(catalog, replayer, options, rounds, skills),
  ];
}

function sessionMethods(capabilities: Capabilities): Method<OuterExchange>[] {
  return [
    new LoggingSetLevelMethod(),
    ...('resources' in capabilities
      ? [
          new ResourcesSubscribeMethod('resources/subscribe'),
          new ResourcesSubscribeMethod('resources/unsubscribe'),
        ]
      : []),
  ];
}

function taskMethods({ options, tasks }: MethodServices): Method<OuterExchange>[] {
  if (!tasks) {
    return [];
  }
  const own = new OwnTasks(tasks, createPrincipal(options.principal));
  return [new TasksGetMethod(own), new TasksUpdateMethod(own, options), new TasksCancelMethod(own)];
}

function subscriptionMethods(
  capabilities: Capabilities,
  { options, subscriptions, tasks }: MethodServices,
): Method<OuterExchange>[] {
  return subscriptions
    ? [
        new SubscriptionsListenMethod(
          subscriptions,
          listsOf(capabilities),
          createOwner(createPrincipal(options.principal)),
          tasks && new OwnTasks(tasks, createPrincipal(options.principal)),
        ),
      ]
    : [];
}
