import { INTERNAL_ERROR } from '../error-codes.js';
import { eventText } from '../event-stream.js';
import { ProtocolError } from '../protocol-error.js';
import { errorResponse } from '../response.js';
import type { EventPlace } from './event-id.js';
import type { Instances } from './instances.js';
import { RelayedStream } from './relayed-stream.js';
import { noResumption } from './session-streams.js';
import { STREAM_END } from './shared-stream.js';
import type { StreamSharing } from './shared-stream.js';
import type { McpStoredEvent } from './event-store.js';

/** The streams that other instances have begun in one session. */
export class ForeignStreams {
  constructor(
    private readonly session: string,
    private readonly instances: Instances,
    private readonly sharing: StreamSharing,
  ) {}

  /** @throws ProtocolError when what came after the event is not kept */
  async assertKept(event: EventPlace): Promise<void> {
    await missedBy(this.createRelay(event));
  }

  /**
   * Ends a GET stream on its instance, if that is still there.
   *
   * @returns what the client has missed of it
   * @throws ProtocolError when that is not kept any more
   */
  async takeOver(event: EventPlace): Promise<string[]> {
    const relay = this.createRelay(event);
    await this.tellOfResumption(event, relay.reader);
    const missed = await missedBy(relay);
    return missed.map(({ text }) => text).filter((text) => text !== STREAM_END);
  }

  /**
   * Goes on with the stream of a request that another instance is at work on. When that has died, the stream ends with an
   * error.
   *
   * @throws ProtocolError when what was missed is not kept any more
   */
  async relay(event: EventPlace): Promise<{ relay: RelayedStream; missed: McpStoredEvent[] }> {
    await this.assertKept(event);
    const relay = this.createRelay(event);
    await relay.open();
    try {
      const isThere = await this.tellOfResumption(event, relay.reader);
      const missed = await missedBy(relay);
      if (!isThere && missed.at(-1)?.text !== STREAM_END) {
        const sequence = event.sequence + missed.length;
        const request = await relay.request();
        missed.push({ sequence: sequence + 1, text: eventText(errorResponse(request, endedByDeath())) });
        missed.push({ sequence: sequence + 2, text: STREAM_END });
      }
      relay.onEnd(() => {
        this.instances
          .tell(event.instance, { ...this.naming(event, relay.reader), kind: 'left' })
          .catch(this.sharing.onError);
      });
      return { relay, missed };
    } catch (error) {
      relay.close();
      throw error;
    }
  }

  private createRelay(event: EventPlace): RelayedStream {
    return new RelayedStream(this.session, event, this.sharing, (reader) =>
      this.instances.ask(event.instance, { ...this.naming(event, reader), kind: 'reads' }),
    );
  }

  private tellOfResumption(event: EventPlace, reader: string): Promise<boolean> {
    return this.instances.ask(event.instance, { ...this.naming(event, reader), kind: 'resumed' });
  }

  private naming({ number }: EventPlace, reader: string) {
    return { session: this.session, stream: number, reader };
  }
}

async function missedBy(relay: RelayedStream): Promise<McpStoredEvent[]> {
  const missed = await relay.missed();
  if (!missed) {
    throw noResumption();
  }
  return missed;
}

function endedByDeath(): ProtocolError {
  return new ProtocolError(
    INTERNAL_ERROR,
    'The instance of the server that was at work on this request is not there any more. It may have been carried out in part',
  );
}
