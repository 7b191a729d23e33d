import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export type Message = Readonly<Record<string, unknown>> & { readonly id?: unknown; readonly method?: string };

export interface Ending {
  readonly code: number | null;
  readonly signal: string | null;
}

/** A program that takes and gives lines, by hand. */
export class LineChild {
  /** Everything that came on standard output, line by line. */
  readonly lines: string[] = [];
  stderr = '';
  readonly ended: Promise<Ending>;
  readonly process: ChildProcessWithoutNullStreams;
  private readonly waiting = new Set<() => void>();
  private isOver = false;

  constructor(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
    this.process = spawn(process.execPath, args, { env: { ...process.env, ...env } });
    this.process.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text;
      this.waiting.forEach((look) => look());
    });
    createInterface(this.process.stdout).on('line', (line) => {
      this.lines.push(line);
      this.waiting.forEach((look) => look());
    });
    this.process.stdin.on('error', () => undefined);
    this.ended = once(this.process, 'close').then(([code, signal]) => {
      this.isOver = true;
      this.waiting.forEach((look) => look());
      return { code: code as number | null, signal: signal as string | null };
    });
  }

  get messages(): Message[] {
    return this.lines.map((line) => JSON.parse(line) as Message);
  }

  write(text: string): void {
    this.process.stdin.write(text);
  }

  send(message: object): void {
    this.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  /** Sends a request of 2026-07-28. */
  ask(id: string | number, method: string, params: object = {}, meta: object = {}): void {
    this.send({ id, method, params: { ...params, _meta: { ...ENVELOPE, ...meta } } });
  }

  /** Sends a request of 2026-07-28 and waits for its response. */
  answer(id: string | number, method: string, params: object = {}): Promise<Message> {
    this.ask(id, method, params);
    return this.message((message) => message.id === id && message.method === undefined);
  }

  /** Waits for a message like that. */
  async message(isIt: (message: Message) => boolean): Promise<Message> {
    await this.until(() => this.messages.some(isIt));
    return this.messages.find(isIt)!;
  }

  until(isSo: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const look = () => {
        if (isSo()) {
          this.waiting.delete(look);
          resolve();
        } else if (this.isOver) {
          this.waiting.delete(look);
          reject(new Error(`The program has ended:\n${this.lines.join('\n')}\n${this.stderr}`));
        }
      };
      this.waiting.add(look);
      look();
    });
  }

  endInput(): Promise<Ending> {
    this.process.stdin.end();
    return this.ended;
  }

  kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<Ending> {
    this.process.kill(signal);
    return this.ended;
  }
}

export const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'by-hand', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
};

export const INITIALIZE = {
  id: 'hello',
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: { elicitation: {} },
    clientInfo: { name: 'by-hand', version: '1' },
  },
};
