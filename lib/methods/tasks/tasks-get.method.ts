import type { Method, MethodRequest, MethodResult } from '../../protocol/index.js';
import type { OuterExchange } from '../../replay/index.js';
import type { OwnTasks } from './own-tasks.js';
import { detailedTask } from './task-shape.js';

/** How a task is, and its result when it has one. */
export class TasksGetMethod implements Method<OuterExchange> {
  readonly name = 'tasks/get';
  readonly eras = ['modern'] as const;
  readonly nameParameter = 'taskId';

  constructor(private readonly own: OwnTasks) {}

  async handle(request: MethodRequest<OuterExchange>): Promise<MethodResult> {
    return detailedTask(await this.own.get(request));
  }
}
