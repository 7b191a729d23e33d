import { logFailure } from '../../failures/index.js';
import { INTERNAL_ERROR, invalidParams, ProtocolError } from '../../protocol/index.js';
import type { JsonObject, MethodRequest } from '../../protocol/index.js';
import type { OuterExchange } from '../../replay/index.js';
import type { McpTaskRecord } from '../../store/index.js';
import type { Tasks } from '../../tasks/index.js';
import { handlesTasks, missingTasksExtension } from './tasks-extension.js';

type Request = MethodRequest<OuterExchange>;

/** The tasks of the caller of a request: those of others do not exist. */
export class OwnTasks {
  constructor(
    private readonly tasks: Tasks,
    private readonly principalOf: (request: object) => string,
  ) {}

  /**
   * The task that a request names.
   *
   * @throws ProtocolError -32021 when the client does not say that it can handle tasks; -32602 when it has no such task
   */
  async get(request: Request): Promise<McpTaskRecord> {
    if (!handlesTasks(request)) {
      throw missingTasksExtension(`"${request.method}"`);
    }
    const { taskId } = request.params;
    const task = typeof taskId === 'string' ? await this.find(taskId, request) : undefined;
    if (!task) {
      throw invalidParams(`Unknown task: there is none of this id, it has expired, or it is somebody else's`);
    }
    return task;
  }

  /** @throws ProtocolError as `get()`, and what `read` throws */
  async answer(request: Request, read: (task: McpTaskRecord) => JsonObject | undefined): Promise<void> {
    const { id } = await this.get(request);
    await this.fromStore(request, this.tasks.answer(id, read));
  }

  /** @throws ProtocolError as `get()` */
  async cancel(request: Request): Promise<void> {
    const { id } = await this.get(request);
    await this.fromStore(request, this.tasks.cancel(id));
  }

  async find(id: string, request: Request): Promise<McpTaskRecord | undefined> {
    const task = await this.fromStore(request, this.tasks.find(id));
    return task?.principal === this.principalOf(request.exchange.request) ? task : undefined;
  }

  private async fromStore<T>({ method, exchange }: Request, answer: Promise<T>): Promise<T> {
    try {
      return await answer;
    } catch (error) {
      if (error instanceof ProtocolError) {
        throw error;
      }
      const errorId = logFailure(`The store of tasks failed for ${method}`, error, exchange.request);
      throw new ProtocolError(
        INTERNAL_ERROR,
        'The store of tasks does not answer. The task is not lost: try again later',
        { data: { errorId } },
      );
    }
  }
}
