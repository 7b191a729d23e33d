import type { McpInputRequest, McpInputResponse } from '../../interfaces/index.js';
import type { JsonObject } from '../../protocol/index.js';
import type { AskedInput } from './asked-input.js';

/** What one run of a handler starts with. */
export interface InputRound {
  readonly responses?: Readonly<Record<string, McpInputResponse>>;
  /** What the handler gave `McpInputRequired` to remember. */
  readonly state?: unknown;
  /** What the answers belong to. */
  readonly stage: InputStage;
  /** What the client can be asked for. */
  readonly capabilities: JsonObject;
}

/**
 * How far a call has come: nothing was asked, or its answer was not kept (`new`); the user was asked to confirm
 * (`confirmation`); the handler has asked for something (`handler`).
 */
export type InputStage = 'new' | 'confirmation' | 'handler';

/** What is to be asked before the call can go on. */
export interface Question {
  readonly requests: Readonly<Record<string, McpInputRequest>>;
  readonly state?: unknown;
  readonly stage: 'confirmation' | 'handler';
}

/** What a question leaves behind for the round that follows it. */
export interface Remembered {
  readonly asked: Readonly<Record<string, AskedInput>>;
  readonly state?: unknown;
  readonly stage: 'confirmation' | 'handler';
}
