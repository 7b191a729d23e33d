import type { McpInputRequest } from '../../interfaces/index.js';
import { ArgumentLimits } from '../../limits/index.js';
import type { ResolvedMcpOptions } from '../../mcp-options.defaults.js';
import { invalidParams, isJsonObject } from '../../protocol/index.js';
import type { JsonObject, Method, MethodRequest, MethodResult } from '../../protocol/index.js';
import type { OuterExchange } from '../../replay/index.js';
import { askedInputs, readInputResponses } from '../input/index.js';
import type { OwnTasks } from './own-tasks.js';
import { handlesTasks } from './tasks-extension.js';

/** The client answers what a task has asked, all of it or some. */
export class TasksUpdateMethod implements Method<OuterExchange> {
  readonly name = 'tasks/update';
  readonly eras = ['modern'] as const;
  readonly nameParameter = 'taskId';

  private readonly limits: ArgumentLimits;

  constructor(
    private readonly own: OwnTasks,
    { limits }: Pick<ResolvedMcpOptions, 'limits'>,
  ) {
    this.limits = new ArgumentLimits(limits);
  }

  async handle(request: MethodRequest<OuterExchange>): Promise<MethodResult> {
    // That the client cannot handle tasks is said before anything else.
    const responses = handlesTasks(request) ? this.responsesOf(request) : undefined;
    await this.own.answer(request, ({ inputRequests }) => {
      const asked = askedInputs(inputRequests as unknown as Readonly<Record<string, McpInputRequest>>);
      // Answers to what is not asked, or not asked any more, are dropped.
      return readInputResponses(responses, asked);
    });
    return {};
  }

  private responsesOf({ params, headers }: MethodRequest<OuterExchange>): JsonObject {
    const responses = params['inputResponses'];
    if (!isJsonObject(responses)) {
      throw invalidParams('"inputResponses" must be an object with an answer for each key of inputRequests');
    }
    const problem = this.limits.problem(responses, headers);
    if (problem) {
      const { path, message } = problem;
      throw invalidParams(`"inputResponses" cannot be read: ${path ? `${path}: ` : ''}${message}`);
    }
    return responses;
  }
}
