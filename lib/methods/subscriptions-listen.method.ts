import { invalidRequest, LEFT_OPEN } from '../protocol/index.js';
import type { Method, MethodOutcome, MethodRequest } from '../protocol/index.js';
import type { OuterExchange } from '../replay/index.js';
import { readFilter, Subscription } from '../subscriptions/index.js';
import type { ListKind, SubscriptionRegistry } from '../subscriptions/index.js';

/** Opens a stream that tells the client what changes. */
export class SubscriptionsListenMethod implements Method<OuterExchange> {
  readonly name = 'subscriptions/listen';
  readonly eras = ['modern'] as const;

  constructor(
    private readonly registry: SubscriptionRegistry,
    private readonly offeredLists: ReadonlySet<ListKind>,
    private readonly ownerOf: (request: object) => string,
  ) {}

  handle({ id, params, channel, exchange }: MethodRequest<OuterExchange>): MethodOutcome {
    const filter = readFilter(params['notifications'], this.offeredLists);
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
