import { bodyMessages } from './body-messages.js';
import { MessageValidator } from './message-validator.js';
import type { ServerMessage } from './message-validator.js';

interface SentMessage {
  readonly id?: unknown;
  readonly method?: string;
}

/** HTTP statuses that 2026-07-28 ties to an error. */
const STATUS_OF_ERROR: Readonly<Record<number, number>> = {
  [-32020]: 400,
  [-32021]: 400,
  [-32022]: 400,
  [-32601]: 404,
};

const MODERN_VERSION = '2026-07-28';
const VERSION_WITHOUT_HEADER = '2025-03-26';
const VERSIONS = [MODERN_VERSION, '2025-11-25', '2025-06-18', VERSION_WITHOUT_HEADER];

/** One HTTP request of a client and what the server sent back. */
export class RecordedExchange {
  /** Filled while the response is read. */
  readonly messages: (ServerMessage | ServerMessage[])[] = [];
  /** Settles when the response has ended. */
  readonly ended: Promise<void>;
  readonly status: number;

  private readonly sent: SentMessage[] | undefined;
  private readonly readingProblems: string[] = [];

  constructor(
    readonly request: Request,
    body: string,
    response: Response,
    private readonly declaredVersion?: string,
  ) {
    this.status = response.status;
    this.sent = parseSent(body);
    this.ended = request.method === 'HEAD' ? Promise.resolve() : this.read(response);
  }

  /** The version that the request says it is of, or that its answer agrees on. */
  get version(): string {
    if (this.declaredVersion) {
      return this.declaredVersion;
    }
    const agreed = this.messages.map((message) =>
      Array.isArray(message) ? undefined : message.result?.['protocolVersion'],
    )[0];
    const claimed = [agreed, this.request.headers.get('mcp-protocol-version')];
    return (
      claimed.find(
        (version): version is string => typeof version === 'string' && VERSIONS.includes(version),
      ) ?? (this.isModern() ? MODERN_VERSION : VERSION_WITHOUT_HEADER)
    );
  }

  /** What is wrong with the server's answer; empty when nothing is. */
  problems(): string[] {
    const place = `${this.request.method} ${(this.sent ?? []).map(({ method }) => method).join(', ')} -> ${this.status}`;
    return [...this.readingProblems, ...this.statusProblems(), ...this.messageProblems()].map(
      (problem) => `${place}: ${problem}`,
    );
  }

  private statusProblems(): string[] {
    if (this.request.method !== 'POST') {
      return [];
    }
    if (this.status === 202) {
      return this.messages.length === 0 ? [] : ['202 must have no body'];
    }
    const isSuccess = this.status < 400;
    return isSuccess && this.status !== 200 ? [`the status must be 200 or 202`] : [];
  }

  private messageProblems(): string[] {
    const validator = MessageValidator.of(this.version);
    return this.messages.flatMap((message) => {
      if (Array.isArray(message) && this.version !== VERSION_WITHOUT_HEADER) {
        return [`${this.version} has no batches`];
      }
      return [message]
        .flat()
        .flatMap((single) => [
          ...validator.problems(single, this.methodOf(single)),
          ...this.answerProblems(single),
        ]);
    });
  }

  private answerProblems({ id, error, method }: ServerMessage): string[] {
    const problems: string[] = [];
    if (
      method === undefined &&
      id !== undefined &&
      this.sent?.some((message) => message.id === id) === false
    ) {
      problems.push(`nothing was asked with the id ${JSON.stringify(id)}`);
    }
    const status = error && this.version === MODERN_VERSION ? STATUS_OF_ERROR[error.code] : undefined;
    if (status !== undefined && status !== this.status) {
      problems.push(`${error!.code} must be HTTP ${status}`);
    }
    return problems;
  }

  private methodOf({ id, method }: ServerMessage): string | undefined {
    return method === undefined ? this.sent?.find((message) => message.id === id)?.method : undefined;
  }

  private isModern(): boolean {
    return (
      this.request.headers.has('mcp-method') ||
      this.sent?.some(({ method }) => method === 'server/discover') === true
    );
  }

  private async read(response: Response): Promise<void> {
    try {
      for await (const message of bodyMessages(response)) {
        this.messages.push(message);
      }
    } catch (error) {
      // A client that goes away ends a stream early: what came before counts.
      if (!(error instanceof DOMException && error.name === 'AbortError')) {
        this.readingProblems.push(String(error));
      }
    }
  }
}

/** Undefined when it is no JSON, or not in plain text. */
function parseSent(body: string): SentMessage[] | undefined {
  try {
    return [JSON.parse(body) as unknown]
      .flat()
      .filter((message): message is SentMessage => typeof message === 'object' && message !== null);
  } catch {
    return undefined;
  }
}
