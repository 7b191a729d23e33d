import type { JsonObject, RequestId, ResponseMessage } from '../json-rpc.js';
import { isJsonObject } from '../json-rpc.js';
import type { McpMessageBus } from './message-bus.js';
import type { McpSessionRecord } from './session-store.js';

/** What instances tell each other of a session. */
export type InstanceMessage =
  | { readonly kind: 'changed'; readonly session: string; readonly record: McpSessionRecord }
  | { readonly kind: 'ended'; readonly session: string }
  | { readonly kind: 'cancelled'; readonly session: string; readonly requestId: RequestId }
  | { readonly kind: 'answered'; readonly session: string; readonly response: ResponseMessage }
  /** Send this on the GET stream that you have. */
  | { readonly kind: 'send'; readonly session: string; readonly json: string }
  /** The client of this stream of yours has come back here. */
  | { readonly kind: 'resumed'; readonly session: string; readonly stream: number; readonly reader: string }
  /** Is that still so? */
  | { readonly kind: 'reads'; readonly session: string; readonly stream: number; readonly reader: string }
  /** And has gone again. */
  | { readonly kind: 'left'; readonly session: string; readonly stream: number; readonly reader: string };

/** @returns whether it could do what it was told */
type Handler = (message: InstanceMessage) => boolean | Promise<boolean>;

interface Envelope {
  readonly from: string;
  /** The number of a question that wants an answer. */
  readonly question?: number;
  readonly message?: InstanceMessage;
  /** The number of the question that this answers. */
  readonly answers?: number;
  readonly isDone?: boolean;
}

const TOPIC = 'sessions';
/** After which an instance that has not answered is taken for dead. */
const LONGEST_SILENCE_MS = 2_000;

/** The way to the other instances of the application. */
export class Instances {
  private readonly waiting = new Map<number, (isDone: boolean) => void>();
  private readonly ends: (() => Promise<void>)[] = [];
  private count = 0;

  /** @param own the id of this instance */
  constructor(
    readonly own: string,
    private readonly bus: McpMessageBus,
    private readonly handle: Handler,
    private readonly onError: (error: unknown) => void,
  ) {}

  async open(): Promise<void> {
    const hear = (text: string) => void this.hear(text);
    for (const topic of [TOPIC, topicOf(this.own)]) {
      this.ends.push(await this.bus.listen(topic, hear));
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.ends.splice(0).map((end) => end()));
    [...this.waiting.values()].forEach((resolve) => resolve(false));
  }

  tellAll(message: InstanceMessage): Promise<void> {
    return this.publish(TOPIC, { from: this.own, message });
  }

  tell(instance: string, message: InstanceMessage): Promise<void> {
    return this.publish(topicOf(instance), { from: this.own, message });
  }

  /** @returns whether the instance is there and could do it */
  async ask(instance: string, message: InstanceMessage): Promise<boolean> {
    const question = ++this.count;
    let timer: NodeJS.Timeout | undefined;
    const answer = new Promise<boolean>((resolve) => {
      this.waiting.set(question, resolve);
      timer = setTimeout(() => resolve(false), LONGEST_SILENCE_MS);
    });
    try {
      await this.publish(topicOf(instance), { from: this.own, question, message });
      return await answer;
    } finally {
      clearTimeout(timer);
      this.waiting.delete(question);
    }
  }

  private publish(topic: string, envelope: Envelope): Promise<void> {
    return this.bus.publish(topic, JSON.stringify(envelope));
  }

  private async hear(text: string): Promise<void> {
    try {
      const envelope = JSON.parse(text) as JsonObject & Envelope;
      if (!isJsonObject(envelope) || envelope.from === this.own) {
        return;
      }
      const { from, question, message, answers, isDone } = envelope;
      if (answers !== undefined) {
        this.waiting.get(answers)?.(isDone === true);
      }
      if (message !== undefined) {
        const done = await this.handle(message);
        if (question !== undefined) {
          await this.publish(topicOf(from), { from: this.own, answers: question, isDone: done });
        }
      }
    } catch (error) {
      this.onError(error);
    }
  }
}

function topicOf(instance: string): string {
  return `instance:${instance}`;
}
