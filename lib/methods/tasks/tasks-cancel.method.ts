import type { Method, MethodRequest, MethodResult } from '../../protocol/index.js';
import type { OuterExchange } from '../../replay/index.js';
import type { OwnTasks } from './own-tasks.js';

/** The client does not want the result any more. */
export class TasksCancelMethod implements Method<OuterExchange> {
  readonly name = 'tasks/cancel';
  readonly eras = ['modern'] as const;
  readonly nameParameter = 'taskId';

  constructor(private readonly own: OwnTasks) {}

  async handle(request: MethodRequest<OuterExchange>): Promise<MethodResult> {
    await this.own.cancel(request);
    return {};
  }
}
