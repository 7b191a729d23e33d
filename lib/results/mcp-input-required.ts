import type { McpInputRequest } from '../interfaces/index.js';

/** @publicApi */
export interface McpInputRequiredOptions {
  /** The questions, each under a key of your own. Answers come back under the same keys. */
  inputRequests?: Readonly<Record<string, McpInputRequest>>;
  /**
   * What the next round should know of this one: any JSON value, kept small. The client carries it, but can neither read
   * nor change it.
   */
  requestState?: unknown;
}

const METHODS = new Set<unknown>(['elicitation/create', 'sampling/createMessage', 'roots/list']);

/**
 * A handler returns it when it needs something from the user or from the client before it can go on. It is run again,
 * from its guards on, when the client has answered: then the answers are in `context.inputResponses`.
 *
 * Over plain HTTP it is answered as `{ resultType: 'input_required', inputRequests }`.
 *
 * @example
 * ```ts
 * class GuestName {
 *   @IsString()
 *   name!: string;
 * }
 *
 * @Post('greetings')
 * @McpTool()
 * greet(@McpContext() context?: McpContext) {
 *   const guest = context?.accepted('guest', GuestName);
 *   if (!guest) {
 *     return new McpInputRequired({ inputRequests: { guest: McpInput.form('What is your name?', GuestName) } });
 *   }
 *   return `Hello, ${guest.name}!`;
 * }
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr
 * @publicApi
 */
export class McpInputRequired {
  readonly resultType = 'input_required';
  readonly inputRequests: Readonly<Record<string, McpInputRequest>>;
  readonly requestState?: unknown;

  /** @throws TypeError when there is nothing to ask and nothing to remember, or a question is none */
  constructor({ inputRequests = {}, requestState }: McpInputRequiredOptions) {
    if (Object.keys(inputRequests).length === 0 && requestState === undefined) {
      throw new TypeError('McpInputRequired needs inputRequests, requestState, or both');
    }
    for (const [key, request] of Object.entries(inputRequests)) {
      if (!METHODS.has(request?.method)) {
        throw new TypeError(
          `McpInputRequired: inputRequests["${key}"] is none of the requests that McpInput makes`,
        );
      }
    }
    this.inputRequests = inputRequests;
    this.requestState = requestState;
  }

  /** What plain HTTP gets: without the state, which is not for the client to read. */
  toJSON(): object {
    return { resultType: this.resultType, inputRequests: this.inputRequests };
  }
}
