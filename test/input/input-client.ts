import { CAPABILITIES_KEY, EndpointClient } from '../support/endpoint-client.js';
import type { EndpointAnswer } from '../support/endpoint-client.js';

export const ALL_CAPABILITIES = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} };

export interface Round {
  readonly arguments?: Readonly<Record<string, unknown>>;
  readonly inputResponses?: unknown;
  readonly requestState?: unknown;
}

export interface Asked {
  readonly inputRequests: Readonly<Record<string, { method: string; params: Record<string, unknown> }>>;
  readonly requestState: string;
}

/** Calls tools of 2026-07-28 by hand, round by round. */
export class InputClient extends EndpointClient {
  capabilities: object = ALL_CAPABILITIES;

  round(name: string, round: Round = {}, headers: Record<string, string> = {}): Promise<EndpointAnswer> {
    const params = { name, arguments: {}, ...round };
    return this.modern('tools/call', params, headers, { [CAPABILITIES_KEY]: this.capabilities });
  }

  /** A round that must ask for something. */
  async asked(name: string, round: Round = {}, headers: Record<string, string> = {}): Promise<Asked> {
    const { message, text } = await this.round(name, round, headers);
    if (message.result?.['resultType'] !== 'input_required') {
      throw new Error(`${name} asked for nothing: ${text}`);
    }
    return message.result as unknown as Asked;
  }
}

export function accept(content: object = {}): object {
  return { action: 'accept', content };
}
