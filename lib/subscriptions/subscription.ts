import { resultResponse, SUBSCRIPTION_ID_META } from '../protocol/index.js';
import type { JsonObject, RequestId, ResponseChannel } from '../protocol/index.js';
import type { Change } from './change-feed.js';
import { isWanted } from './subscription-filter.js';
import type { SubscriptionFilter } from './subscription-filter.js';

/** What a listening client may leave untaken, in bytes, before it is cut off. */
const MAXIMUM_BACKLOG = 64 * 1024;

/** One open `subscriptions/listen` stream. There may be thousands: it holds no timer and no closure. */
export class Subscription {
  constructor(
    /** The id of the request, by which clients know the subscription. */
    private readonly id: RequestId,
    readonly principal: string,
    private readonly filter: SubscriptionFilter,
    private readonly channel: ResponseChannel,
  ) {}

  acknowledge(): void {
    this.notify('notifications/subscriptions/acknowledged', { notifications: this.filter });
  }

  /** Tells the client of a change, if it asked for such. */
  tell(change: Change): void {
    if (!isWanted(change, this.filter) || !this.keepsUp()) {
      return;
    }
    if ('list' in change) {
      this.notify(`notifications/${change.list}/list_changed`, {});
    } else {
      this.notify('notifications/resources/updated', { uri: change.uri });
    }
  }

  get taskIds(): readonly string[] {
    return this.filter.taskIds ?? [];
  }

  /** @param task the task as `tasks/get` would show it */
  tellOfTask(task: JsonObject): void {
    if (this.keepsUp()) {
      this.notify('notifications/tasks', task);
    }
  }

  /** Ends the stream as the protocol wants it: with the response to the request. */
  end(done: () => void): void {
    this.channel.finish(resultResponse(this.id, { _meta: this.meta() }, 'modern'), done);
  }

  disconnect(): void {
    this.channel.disconnect();
  }

  /** A client that missed changes must know: it is cut off, will listen again, and look at everything anew. */
  private keepsUp(): boolean {
    const keepsUp = this.channel.backlog <= MAXIMUM_BACKLOG;
    if (!keepsUp) {
      this.channel.disconnect();
    }
    return keepsUp;
  }

  private notify(method: string, params: object): void {
    this.channel.send(JSON.stringify({ jsonrpc: '2.0', method, params: { _meta: this.meta(), ...params } }));
  }

  private meta() {
    return { [SUBSCRIPTION_ID_META]: this.id };
  }
}
