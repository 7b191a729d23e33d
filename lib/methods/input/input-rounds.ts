import type { McpInputRequest, McpInputResponse } from '../../interfaces/index.js';
import { ArgumentLimits } from '../../limits/index.js';
import type { ResolvedMcpOptions } from '../../mcp-options.defaults.js';
import { invalidParams, isJsonObject, missingClientCapability, ProtocolError } from '../../protocol/index.js';
import type { JsonObject, MethodRequest } from '../../protocol/index.js';
import type { CapturedResponse, OuterExchange } from '../../replay/index.js';
import { mcpErrorOf, returnedInputRequired } from '../../results/index.js';
import type { McpInputRequired } from '../../results/index.js';
import type { ArgumentProblem } from '../../schema/index.js';
import { CallContext } from '../call-context.js';
import type { AskClient } from './ask-client.js';
import { askedInputs } from './asked-input.js';
import type { AskedInput } from './asked-input.js';
import { confirmationAnswer, confirmationQuestion } from './confirmation-answer.js';
import { selectDeclared } from './input-capabilities.js';
import type { InputCall } from './input-call.interface.js';
import type { InputChannel } from './input-channel.interface.js';
import { readInputResponses } from './input-responses.js';
import type { InputRound, Question } from './input-round.js';
import { RequestStates } from './request-states.js';

/** How a call ended, for now: with an answer, with a question to the client, or not at all, and why. */
export type InputOutcome =
  { readonly response: CapturedResponse } | { readonly result: JsonObject } | { readonly refusal: string };

type Run = (context: CallContext) => Promise<CapturedResponse>;
type Step =
  Extract<InputOutcome, { response: unknown } | { refusal: unknown }> | { readonly question: Question };
type FindChannel = (request: MethodRequest<OuterExchange>) => InputChannel | undefined;

/** In one legacy request; modern clients count for themselves. */
const MOST_ROUNDS = 10;
const NO_CAPABILITIES: JsonObject = Object.freeze({});
const NO_CHANNEL: FindChannel = () => undefined;

/** Runs calls whose handlers may ask the client for something before they answer. */
export class InputRounds {
  private readonly states: RequestStates;
  private readonly limits: ArgumentLimits;

  /** @param findChannel the way to ask the client of a legacy request; by default there is none */
  constructor(
    options: ResolvedMcpOptions,
    private readonly findChannel: FindChannel = NO_CHANNEL,
  ) {
    this.states = new RequestStates(options);
    this.limits = new ArgumentLimits(options.limits);
  }

  /**
   * @param run runs the handler, with its guards
   * @throws ProtocolError -32602 for answers or a state that are wrong; -32021 when the client can be asked for nothing of
   * what the handler needs
   */
  run(call: InputCall, run: Run): Promise<InputOutcome> {
    return call.request.era === 'modern' ? this.runModern(call, run) : this.runLegacy(call, run);
  }

  /**
   * Goes on with a call that has become a task: what its handler asks, the task asks.
   *
   * @param first what the handler has answered
   * @throws McpError -32021 when the client can be asked for nothing of what the handler needs
   */
  async runInTask(
    call: InputCall,
    first: CapturedResponse,
    ask: AskClient,
    run: Run,
  ): Promise<Exclude<InputOutcome, { result: unknown }>> {
    const { request, name } = call;
    let response = first;
    for (let count = 0; count < MOST_ROUNDS; count++) {
      const asked = askedIn(response);
      if (!asked) {
        return { response };
      }
      const { inputRequests, requestState: state } = asked;
      const responses = await ask(inputRequests);
      const { clientCapabilities: capabilities } = request;
      response = await run(
        new CallContext(request, name, { responses, state, stage: 'handler', capabilities }),
      );
    }
    return { refusal: unaskable(call, `it has asked ${MOST_ROUNDS} times already`) };
  }

  private runModern(call: InputCall, run: Run): Promise<InputOutcome> {
    const round = this.readRound(call);
    return this.step(call, round, run, undefined, (step) =>
      'question' in step ? this.returnQuestion(step.question, call) : step,
    );
  }

  /** @throws ProtocolError -32021 when the client can be asked for nothing of it */
  private returnQuestion({ requests, state, stage }: Question, call: InputCall): InputOutcome {
    const { askable, missing } = selectDeclared(requests, call.request.clientCapabilities);
    if (missing && Object.keys(askable).length === 0) {
      if (stage === 'confirmation') {
        return { refusal: unconfirmable(call, 'this client has no form elicitation') };
      }
      throw missingClientCapability(missing);
    }
    return {
      result: {
        resultType: 'input_required',
        ...(Object.keys(askable).length > 0 && { inputRequests: askable }),
        requestState: this.states.write({ asked: askedInputs(askable), state, stage }, call),
      },
    };
  }

  private runLegacy(call: InputCall, run: Run): Promise<InputOutcome> {
    const channel = this.findChannel(call.request);
    const round: InputRound = {
      stage: 'new',
      capabilities: channel?.clientCapabilities ?? NO_CAPABILITIES,
    };
    const ask = channel && this.askOf(channel, call);
    return this.step(call, round, run, ask, (step) =>
      'question' in step ? this.askAndGoOn(step.question, call, run, channel, ask) : step,
    );
  }

  private async askAndGoOn(
    first: Question,
    call: InputCall,
    run: Run,
    channel: InputChannel | undefined,
    ask: AskClient | undefined,
  ): Promise<InputOutcome> {
    const capabilities = channel?.clientCapabilities ?? NO_CAPABILITIES;
    let question = first;
    for (let count = 0; count < MOST_ROUNDS; count++) {
      const { requests, state, stage } = question;
      const { askable, missing } = selectDeclared(requests, capabilities);
      if (!channel || (missing && Object.keys(askable).length === 0)) {
        const version = call.request.version;
        const reason = channel
          ? `this client does not declare ${Object.keys(missing ?? {}).join(', ')}`
          : `a client of version ${version} cannot be asked while it has no session`;
        return { refusal: stage === 'confirmation' ? unconfirmable(call, reason) : unaskable(call, reason) };
      }
      let responses: Readonly<Record<string, McpInputResponse>> | undefined;
      try {
        responses = this.readResponses(await askOver(channel, askable), askedInputs(askable), call);
      } catch (error) {
        if (error instanceof ProtocolError) {
          return { refusal: unaskable(call, error.message) };
        }
        throw error;
      }
      const step = await this.step(call, { responses, state, stage, capabilities }, run, ask, (next) => next);
      if (!('question' in step)) {
        return step;
      }
      question = step.question;
    }
    return { refusal: unaskable(call, `it has asked ${MOST_ROUNDS} times already`) };
  }

  private readRound(call: InputCall): InputRound {
    const { params, clientCapabilities } = call.request;
    const { inputResponses, requestState } = params;
    const remembered = requestState === undefined ? undefined : this.states.read(requestState, call);
    return {
      responses: this.readResponses(inputResponses, remembered?.asked, call),
      state: remembered?.state,
      stage: remembered?.stage ?? 'new',
      capabilities: clientCapabilities,
    };
  }

  /** @throws ProtocolError -32602 that names what is wrong */
  private readResponses(
    value: unknown,
    asked: Readonly<Record<string, AskedInput>> | undefined,
    { request }: InputCall,
  ): Readonly<Record<string, McpInputResponse>> | undefined {
    const problem = isJsonObject(value) ? this.limits.problem(value, request.headers) : undefined;
    if (problem) {
      throw invalidParams(`"inputResponses" cannot be read: ${problemLine(problem)}`);
    }
    return readInputResponses(value, asked);
  }

  /** How a handler that goes on asks the client of a session. */
  private askOf(channel: InputChannel, call: InputCall): AskClient {
    return async (requests) => {
      try {
        const { askable, missing } = selectDeclared(requests, channel.clientCapabilities);
        if (missing && Object.keys(askable).length === 0) {
          throw missingClientCapability(missing);
        }
        const answers = await askOver(channel, askable);
        return this.readResponses(answers, askedInputs(askable), call) ?? {};
      } catch (error) {
        throw error instanceof ProtocolError ? mcpErrorOf(error) : error;
      }
    };
  }

  /** @param then goes on with the step, in the same turn: most calls are over with it */
  private step<T>(
    call: InputCall,
    round: InputRound,
    run: Run,
    ask: AskClient | undefined,
    then: (step: Step) => T | Promise<T>,
  ): Promise<T> {
    return call.confirmation && round.stage !== 'handler'
      ? this.confirmedStep(call, call.confirmation, round, run, ask).then(then)
      : runHandler(call, round, run, ask).then((response) => then(stepAfter(response)));
  }

  private async confirmedStep(
    call: InputCall,
    confirmation: NonNullable<InputCall['confirmation']>,
    round: InputRound,
    run: Run,
    ask: AskClient | undefined,
  ): Promise<Step> {
    const { request, name, args } = call;
    const answer = confirmationAnswer(round);
    if (answer === undefined) {
      const context = new CallContext(request, name, { ...round, responses: undefined });
      const response = await run(context.untilConfirmed());
      return context.isHeld
        ? { question: confirmationQuestion(await confirmation(args, context)) }
        : { response };
    }
    return answer === 'accept'
      ? stepAfter(await runHandler(call, { stage: 'new', capabilities: round.capabilities }, run, ask))
      : { refusal: notConfirmed(call, answer) };
  }
}

function runHandler(
  { request, name }: InputCall,
  round: InputRound,
  run: Run,
  ask: AskClient | undefined,
): Promise<CapturedResponse> {
  const context = new CallContext(request, name, round);
  return run(ask ? context.askBy(ask) : context);
}

function stepAfter(response: CapturedResponse): Step {
  const asked = askedIn(response);
  return asked
    ? { question: { requests: asked.inputRequests, state: asked.requestState, stage: 'handler' } }
    : { response };
}

function askedIn({ status, body }: CapturedResponse): McpInputRequired | undefined {
  return status < 400 ? returnedInputRequired(body) : undefined;
}

function askOver(
  channel: InputChannel,
  requests: Readonly<Record<string, McpInputRequest>>,
): Promise<JsonObject> | JsonObject {
  return Object.keys(requests).length > 0 ? channel.ask(requests) : {};
}

function problemLine({ path, message }: ArgumentProblem): string {
  return path ? `${path}: ${message}` : message;
}

function notConfirmed({ name }: InputCall, action: 'decline' | 'cancel'): string {
  return action === 'decline'
    ? `"${name}" was not run: the user declined.`
    : `"${name}" was not run: the user closed the question without an answer.`;
}

function unconfirmable({ name }: InputCall, reason: string): string {
  return `"${name}" was not run: the user has to confirm it first, and ${reason}.`;
}

function unaskable({ name }: InputCall, reason: string): string {
  return `"${name}" cannot go on without input from the user or the client: ${reason}.`;
}
