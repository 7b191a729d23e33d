import type { Server } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { LiveCatalog } from './catalog/index.js';
import { MCP_MODULE_OPTIONS } from './mcp.constants.js';
import type { ResolvedMcpOptions } from './mcp-options.defaults.js';
import {
  capabilitiesOf,
  findSessionChannel,
  InputRounds,
  listsOf,
  openSessions,
  openTasks,
  reportSharing,
  TaskJobs,
  tellSessions,
} from './methods/index.js';
import type { MethodServices } from './methods/index.js';
import type { Sessions } from './protocol/index.js';
import type { OuterExchange, Replayer } from './replay/index.js';
import { ServedSkills } from './skills/index.js';
import { isForStdio, longSession } from './stdio/index.js';
import { ChangeFeed, SubscriptionRegistry } from './subscriptions/index.js';
import type { Tasks } from './tasks/index.js';

/** What lives from boot to shutdown behind the endpoint: subscriptions, sessions, tasks, and what instances share. */
@Injectable()
export class McpServices {
  private subscriptions?: SubscriptionRegistry;
  private sessions?: Sessions<OuterExchange>;
  private tasks?: Tasks;
  private jobs?: TaskJobs;

  constructor(
    @Inject(MCP_MODULE_OPTIONS) private readonly options: ResolvedMcpOptions,
    @Inject(HttpAdapterHost) private readonly adapterHost: HttpAdapterHost,
    @Inject(ChangeFeed) private readonly changes: ChangeFeed,
    @Inject(LiveCatalog) private readonly catalog: LiveCatalog,
    @Inject(ServedSkills) private readonly skills: ServedSkills,
  ) {}

  open(replayer: Replayer): MethodServices {
    const { options } = this;
    this.subscriptions = this.openSubscriptions();
    this.sessions = this.openSessions();
    this.tasks = openTasks(options, this.subscriptions);
    if (this.tasks && options.store) {
      this.jobs = new TaskJobs(options, this.adapterHost.httpAdapter.getHttpServer() as Server);
    }
    return {
      options,
      replayer,
      rounds: new InputRounds(options, findSessionChannel),
      subscriptions: this.subscriptions,
      sessions: this.sessions,
      skills: this.skills.library,
      tasks: this.tasks,
      jobs: this.jobs,
    };
  }

  /** Joins the other instances of the application. */
  async share(): Promise<void> {
    const { store } = this.options;
    if (store) {
      await Promise.all([this.changes.share(store.bus, reportSharing), this.sessions?.open()]);
    }
  }

  /** By now requests are answered: tasks that other instances have left can be begun again. */
  takeOver(): void {
    const { jobs } = this;
    if (jobs) {
      this.tasks?.beginAgainBy((task) => jobs.begin(task));
    }
  }

  /** Ends streams at once, and tasks when they have had the time that calls have. */
  async close(): Promise<void> {
    await Promise.all([
      this.tasks?.close(this.options.shutdownGraceMs),
      this.subscriptions?.close(),
      this.sessions?.close(),
    ]);
  }

  /** By now what has been answered is in the store. */
  async leave(): Promise<void> {
    await this.options.store?.close();
  }

  private openSubscriptions(): SubscriptionRegistry | undefined {
    if (!this.options.subscriptions) {
      return undefined;
    }
    const subscriptions = new SubscriptionRegistry(this.options.subscriptions);
    this.changes.listen((change) => subscriptions.tell(change));
    return subscriptions;
  }

  private openSessions(): Sessions<OuterExchange> | undefined {
    const sessions = openSessions(
      isForStdio(this.adapterHost.httpAdapter)
        ? { ...this.options, sessions: longSession(this.options.sessions) }
        : this.options,
    );
    if (sessions) {
      this.changes.listen((change) => {
        const capabilities = capabilitiesOf(this.catalog.snapshot, this.catalog.everOffered);
        tellSessions(sessions, change, listsOf(capabilities));
      });
    }
    return sessions;
  }
}
