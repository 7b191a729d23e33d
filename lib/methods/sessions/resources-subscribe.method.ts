import { invalidParams } from '../../protocol/index.js';
import type { Method, MethodRequest, MethodResult } from '../../protocol/index.js';
import type { OuterExchange } from '../../replay/index.js';
import { MAXIMUM_WATCHED_RESOURCES } from '../../subscriptions/index.js';
import { requireSession } from './require-session.js';

/** Of all URIs that one session watches: they are kept as long as it lives. */
const MOST_CHARACTERS = 100_000;

/** A legacy client wants to be told of changes of a resource, or no longer. */
export class ResourcesSubscribeMethod implements Method<OuterExchange> {
  readonly eras = ['legacy'] as const;

  constructor(readonly name: 'resources/subscribe' | 'resources/unsubscribe') {}

  async handle(request: MethodRequest<OuterExchange>): Promise<MethodResult> {
    const session = requireSession(request);
    const { uri } = request.params;
    if (typeof uri !== 'string') {
      throw invalidParams('"uri" must be the URI of a resource');
    }
    await session.update(({ subscriptions }) => {
      const others = subscriptions.filter((other) => other !== uri);
      if (this.name === 'resources/unsubscribe') {
        return { subscriptions: others };
      }
      if (others.length >= MAXIMUM_WATCHED_RESOURCES) {
        throw invalidParams(`A session watches at most ${MAXIMUM_WATCHED_RESOURCES} resources`);
      }
      const watched = [...others, uri];
      if (watched.reduce((sum, { length }) => sum + length, 0) > MOST_CHARACTERS) {
        throw invalidParams(
          `A session watches resources whose URIs have at most ${MOST_CHARACTERS} characters in all`,
        );
      }
      return { subscriptions: watched };
    });
    return {};
  }
}
