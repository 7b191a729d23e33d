import { invalidParams } from '../../protocol/index.js';
import type { MethodRequest } from '../../protocol/index.js';
import type { OuterExchange } from '../../replay/index.js';
import type { McpTaskRecord } from '../../store/index.js';
import type { Tasks } from '../../tasks/index.js';
import { handlesTasks, missingTasksExtension } from './tasks-extension.js';

/** The tasks of the caller of a request: those of others do not exist. */
export class OwnTasks {
  constructor(
    readonly tasks: Tasks,
    private readonly principalOf: (request: object) => string,
  ) {}

  /** @throws ProtocolError -32021 when the client does not say that it can handle tasks; -32602 when it has no such task */
  async find(request: MethodRequest<OuterExchange>): Promise<McpTaskRecord> {
    if (!handlesTasks(request)) {
      throw missingTasksExtension(`"${request.method}"`);
    }
    const { taskId } = request.params;
    const task = typeof taskId === 'string' ? await this.findId(taskId, request) : undefined;
    if (!task) {
      throw invalidParams(`Unknown task: there is none of this id, it has expired, or it is somebody else's`);
    }
    return task;
  }

  async findId(
    id: string,
    { exchange }: Pick<MethodRequest<OuterExchange>, 'exchange'>,
  ): Promise<McpTaskRecord | undefined> {
    const task = await this.tasks.find(id);
    return task?.principal === this.principalOf(exchange.request) ? task : undefined;
  }
}
