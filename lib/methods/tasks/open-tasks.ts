import { logFailure } from '../../failures/index.js';
import type { ResolvedMcpOptions } from '../../mcp-options.defaults.js';
import { MemoryMessageBus, MemoryTaskStore } from '../../store/index.js';
import type { SubscriptionRegistry } from '../../subscriptions/index.js';
import { Tasks } from '../../tasks/index.js';
import { detailedTask } from './task-shape.js';

/** The tasks of a server; undefined when the options want none. */
export function openTasks(
  { tasks: taskOptions, store }: ResolvedMcpOptions,
  subscriptions: SubscriptionRegistry | undefined,
): Tasks | undefined {
  if (!taskOptions) {
    return undefined;
  }
  const onError = (error: unknown) =>
    void logFailure('The store of tasks does not answer as it should', error);
  const kept = store ?? { tasks: new MemoryTaskStore(), bus: new MemoryMessageBus() };
  const tasks = new Tasks(kept, taskOptions, onError);
  if (subscriptions) {
    tasks.listen((id, revision) => {
      if (subscriptions.hasTaskWatchers(id)) {
        tellWatchers(id, revision).catch(onError);
      }
    });
  }
  return tasks;

  async function tellWatchers(id: string, revision: number): Promise<void> {
    const task = await tasks.find(id);
    // When it has changed again, that is told next.
    if (task && task.revision >= revision) {
      subscriptions!.tellOfTask(id, task.revision, detailedTask(task));
    }
  }
}
