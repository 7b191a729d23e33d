import type { Tool } from '../../discovery/index.js';
import type { ResolvedMcpOptions } from '../../mcp-options.defaults.js';
import { INVALID_REQUEST, ProtocolError } from '../../protocol/index.js';
import type { MethodRequest } from '../../protocol/index.js';
import type { OuterExchange } from '../../replay/index.js';
import type { RunningTask, Tasks } from '../../tasks/index.js';
import type { InputRounds } from '../input/index.js';
import { createOwner, createPrincipal } from '../principal.js';
import { TaskCall } from './task-call.js';
import type { ToolRun } from './task-call.js';
import type { TaskJobs } from './task-jobs.js';
import { handlesTasks, missingTasksExtension, TASKS_EXTENSION } from './tasks-extension.js';

/** Makes tasks of calls of tools. */
export class TaskCalls {
  private readonly principalOf: (request: object) => string;
  private readonly ownerOf: (request: object) => string;

  constructor(
    private readonly tasks: Tasks,
    private readonly rounds: InputRounds,
    { principal }: Pick<ResolvedMcpOptions, 'principal'>,
    private readonly jobs?: TaskJobs,
  ) {
    this.principalOf = createPrincipal(principal);
    this.ownerOf = createOwner(this.principalOf);
  }

  /**
   * Whether a call of this tool may become a task.
   *
   * @throws ProtocolError -32021 when it has to, and the client does not say that it can handle tasks
   */
  decidesOn({ tasks, definition }: Tool, request: MethodRequest<OuterExchange>): boolean {
    if (!tasks || handlesTasks(request)) {
      return tasks !== undefined;
    }
    if (tasks.isRequired) {
      throw request.era === 'modern'
        ? missingTasksExtension(`"${definition.name}"`)
        : new TaskRequiredError(definition.name, request.version);
    }
    return false;
  }

  create(run: ToolRun): TaskCall {
    const { rounds } = this;
    return new TaskCall(run, { rounds, createTask: () => this.createTask(run) });
  }

  private async createTask({ tool, call }: ToolRun): Promise<RunningTask | undefined> {
    const { request } = call.request.exchange;
    const principal = this.principalOf(request);
    const left = this.jobs?.taskOf(request);
    if (left) {
      return left.record.principal === principal
        ? left.take(await this.tasks.resume(left.record))
        : left.refuse('Its call comes from another caller by now.');
    }
    const mayRunAgain = this.jobs !== undefined && tool.tasks!.isRetryable;
    return this.tasks.create({
      principal,
      owner: this.ownerOf(request),
      tool: tool.definition.name,
      job: mayRunAgain ? (id) => this.jobs!.seal(call.request, id) : undefined,
    });
  }
}

/** The message is for the model: the client's version knows no such refusal. */
export class TaskRequiredError extends ProtocolError {
  constructor(name: string, version: string) {
    super(
      INVALID_REQUEST,
      `"${name}" runs as a task only, which a client of version ${version} cannot handle: it takes one of 2026-07-28 with ` +
        `the extension ${TASKS_EXTENSION}.`,
    );
  }
}
