import type { JsonObject } from '../protocol/index.js';

/** Questions that were asked together, and what has been answered of them. */
interface Asked {
  /** The asker's own keys, by those that the client sees. */
  readonly keys: ReadonlyMap<string, string>;
  readonly answers: Record<string, unknown>;
  resolve(answers: JsonObject): void;
  reject(reason: unknown): void;
}

/** The questions of one task. No key is used twice. */
export class TaskQuestions {
  private readonly used = new Set<string>();
  private readonly open = new Set<Asked>();

  /** @param attempt how often the task was begun: the keys of earlier attempts are not known here */
  constructor(private readonly attempt = 1) {}

  /** @returns the questions by keys of their own, and all their answers by the keys that they came with */
  add(requests: JsonObject): { readonly inputRequests: JsonObject; readonly answers: Promise<JsonObject> } {
    const entries = Object.entries(requests).map(
      ([own, request]) => [this.freshKey(own), own, request] as const,
    );
    const answers = new Promise<JsonObject>((resolve, reject) => {
      const keys = new Map(entries.map(([key, own]) => [key, own]));
      this.open.add({ keys, answers: {}, resolve, reject });
    });
    // Whoever has asked may be gone when the task ends.
    answers.catch(() => undefined);
    return { inputRequests: Object.fromEntries(entries.map(([key, , request]) => [key, request])), answers };
  }

  answer(responses: JsonObject): void {
    for (const asked of this.open) {
      for (const [key, own] of asked.keys) {
        if (Object.hasOwn(responses, key)) {
          asked.answers[own] = responses[key];
        }
      }
      if (Object.keys(asked.answers).length === asked.keys.size) {
        this.open.delete(asked);
        asked.resolve(asked.answers);
      }
    }
  }

  /** There will be no more answers. */
  end(reason: unknown): void {
    this.open.forEach((asked) => asked.reject(reason));
    this.open.clear();
  }

  private freshKey(wanted: string): string {
    const first = this.attempt === 1 ? wanted : `${wanted}-run-${this.attempt}`;
    let key = first;
    for (let count = 2; this.used.has(key); count++) {
      key = `${first}-${count}`;
    }
    this.used.add(key);
    return key;
  }
}
