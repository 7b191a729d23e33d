import fc from 'fast-check';
import { AppProcess } from '../support/app-process/index.js';
import type { PlatformName, ProcessFigures } from '../support/app-process/index.js';
import { answerProblems } from './answer-problems.js';
import type { FuzzRequest } from './fuzz-request.js';
import { gatherMaterial } from './gather-material.js';
import { fuzzRequests } from './generators/fuzz-requests.js';
import { FuzzClient, UNWRITABLE } from './send-fuzz.js';
import type { Outcome } from './send-fuzz.js';

const SERVER = new URL('./app/server.ts', import.meta.url);
const BATCH = 250;
/** Requests that are under way together. */
const AT_ONCE = 4;

export interface Failure {
  readonly request: FuzzRequest;
  readonly problems: readonly string[];
  readonly answer: string;
}

export interface CampaignReport {
  readonly sent: number;
  /** How many requests ended in which way. */
  readonly outcomes: Readonly<Record<string, number>>;
  readonly failures: readonly Failure[];
  /** What nobody has caught in the server, and its end. */
  readonly crashes: readonly string[];
  readonly before: ProcessFigures | undefined;
  readonly after: ProcessFigures | undefined;
  /** What a plain call says when all is over. */
  readonly lastCall: string;
}

export interface CampaignOptions {
  readonly platform: PlatformName;
  readonly requests: number;
  /** Sent before the memory is measured for the first time. */
  readonly warmUp: number;
  readonly seed: number;
}

/** Sends random requests to an application in a process of its own, and looks at what comes back. */
export async function runCampaign(options: CampaignOptions): Promise<CampaignReport> {
  const app = await AppProcess.start(SERVER, options.platform);
  const campaign = new Campaign(app, options.seed);
  try {
    await campaign.send(options.warmUp);
    const before = await campaign.figures();
    await campaign.send(options.requests);
    const after = await campaign.figures();
    const lastCall = await plainCall(app.url).catch(String);
    const { sent, outcomes, failures } = campaign;
    return { sent, outcomes, failures, crashes: app.failures, before, after, lastCall };
  } finally {
    await app.stop();
  }
}

/** Sends requests that failed once more. */
export async function replay(platform: PlatformName, requests: readonly FuzzRequest[]): Promise<Failure[]> {
  const app = await AppProcess.start(SERVER, platform);
  const campaign = new Campaign(app, 0);
  try {
    await campaign.sendAll(requests);
    return campaign.failures;
  } finally {
    await app.stop();
  }
}

class Campaign {
  sent = 0;
  readonly outcomes: Record<string, number> = {};
  readonly failures: Failure[] = [];
  private batches = 0;

  constructor(
    private readonly app: AppProcess,
    private readonly seed: number,
  ) {}

  async send(count: number): Promise<void> {
    for (let left = count; left > 0 && !this.isOver; left -= BATCH) {
      const material = await gatherMaterial(this.app.url);
      const numRuns = Math.min(BATCH, left);
      await this.sendAll(
        fc.sample(fuzzRequests(material), { numRuns, seed: this.seed * 10_000 + this.batches++ }),
      );
    }
  }

  async sendAll(requests: readonly FuzzRequest[]): Promise<void> {
    const client = new FuzzClient(this.app.url);
    const rest = requests.values();
    const work = async () => {
      for (const request of rest) {
        if (this.isOver) return;
        await this.sendOne(client, request);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    client.close();
  }

  /** Undefined when there is no server any more. */
  figures(): Promise<ProcessFigures | undefined> {
    return this.app.idleFigures();
  }

  private get isOver(): boolean {
    return this.app.failures.length > 5 || this.failures.length > 50;
  }

  private async sendOne(client: FuzzClient, request: FuzzRequest): Promise<void> {
    const crashes = this.app.failures.length;
    const outcome = await client.send(request);
    this.sent++;
    const name = nameOf(outcome);
    this.outcomes[name] = (this.outcomes[name] ?? 0) + 1;
    const problems = this.problemsOf(request, outcome);
    // Failures of the server come by another way than its answers, and may be those of the request before.
    problems.push(...this.app.failures.slice(crashes));
    if (problems.length > 0) {
      const answer = typeof outcome === 'object' ? outcome.text.slice(0, 500) : name;
      this.failures.push({ request, problems, answer });
    }
  }

  private problemsOf(request: FuzzRequest, outcome: Outcome): string[] {
    if (typeof outcome === 'object') return answerProblems(request, outcome);
    const isExpected =
      outcome === 'client went away' ||
      outcome === UNWRITABLE ||
      (outcome === 'connection closed' && request.kind === 'socket');
    return isExpected ? [] : [String(outcome)];
  }
}

function nameOf(outcome: Outcome): string {
  if (typeof outcome !== 'object') return outcome === UNWRITABLE ? 'not sent' : outcome;
  const code = /"error":\{"code":(-\d+)/.exec(outcome.text)?.[1];
  return `HTTP ${outcome.status}${code === undefined ? '' : ` with ${code}`}`;
}

async function plainCall(url: URL): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json', connection: 'close' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'records_find', arguments: { id: 7, name: 'seven' } },
    }),
  });
  const { result } = (await response.json()) as { result: { content: { text: string }[] } };
  return result.content[0]!.text;
}
