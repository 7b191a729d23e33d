import { invalidRequest, LEFT_OPEN } from '../protocol/index.js';
import type { Method, MethodOutcome, MethodRequest } from '../protocol/index.js';
import type { OuterExchange } from '../replay/index.js';
import type { McpTaskRecord } from '../store/index.js';
import { readFilter, readTaskIds, Subscription } from '../subscriptions/index.js';
import type { ListKind, SubscriptionFilter, SubscriptionRegistry } from '../subscriptions/index.js';
import { detailedTask, handlesTasks, missingTasksExtension } from './tasks/index.js';
import type { OwnTasks } from './tasks/index.js';

/** Opens a stream that tells the client what changes. */
export class SubscriptionsListenMethod implements Method<OuterExchange> {
  readonly name = 'subscriptions/listen';
  readonly eras = ['modern'] as const;

  constructor(
    private readonly registry: SubscriptionRegistry,
    private readonly offeredLists: ReadonlySet<ListKind>,
    private readonly ownerOf: (request: object) => string,
    private readonly ownTasks?: OwnTasks,
  ) {}

  handle(request: MethodRequest<OuterExchange>): MethodOutcome | Promise<MethodOutcome> {
    const { notifications } = request.params;
    const filter = readFilter(notifications, this.offeredLists);
    const taskIds = this.ownTasks ? readTaskIds(notifications) : [];
    return taskIds.length > 0 ? this.openWithTasks(request, filter, taskIds) : this.open(request, filter);
  }

  /** Only tasks of the caller are watched. What has happened to them before the stream was open is told at once. */
  private async openWithTasks(
    request: MethodRequest<OuterExchange>,
    filter: SubscriptionFilter,
    ids: readonly string[],
  ): Promise<MethodOutcome> {
    if (!handlesTasks(request)) {
      throw missingTasksExtension('"notifications.taskIds"');
    }
    const found = await this.findTasks(ids, request);
    const taskIds = found.map(({ id }) => id);
    const outcome = this.open(request, taskIds.length > 0 ? { ...filter, taskIds } : filter);
    for (const task of await this.findTasks(taskIds, request)) {
      this.registry.tellOfTask(task.id, task.revision, detailedTask(task));
    }
    return outcome;
  }

  private async findTasks(
    ids: readonly string[],
    request: MethodRequest<OuterExchange>,
  ): Promise<McpTaskRecord[]> {
    const tasks = await Promise.all(ids.map((id) => this.ownTasks!.find(id, request)));
    return tasks.filter((task) => task !== undefined);
  }

  private open(
    { id, channel, exchange }: MethodRequest<OuterExchange>,
    filter: SubscriptionFilter,
  ): MethodOutcome {
    channel.leaveRoom();
    if (!channel.canStream) {
      throw invalidRequest(
        'Subscriptions are event streams: send Accept: application/json, text/event-stream',
        406,
      );
    }
    const caller = this.ownerOf(exchange.request);
    this.registry.assertRoom(caller);
    const subscription = new Subscription(id, caller, filter, channel);
    this.registry.add(subscription);
    channel.onClose(() => this.registry.delete(subscription));
    subscription.acknowledge();
    return LEFT_OPEN;
  }
}
