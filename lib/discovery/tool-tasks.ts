import type { McpToolOptions } from '../interfaces/index.js';
import type { ResolvedMcpOptions } from '../mcp-options.defaults.js';

/** How calls of a tool run as tasks. */
export interface ToolTasks {
  /** Whether only clients that can handle tasks can call the tool. */
  readonly isRequired: boolean;
  /** Whether the handler asks for input before there is a task. */
  readonly inputBeforeStart: boolean;
  /** Whether another process may begin a task again. */
  readonly isRetryable: boolean;
}

type TaskSettings = Pick<McpToolOptions, 'taskSupport' | 'taskInputBeforeStart' | 'retryable'>;

const SUPPORTS: readonly unknown[] = ['forbidden', 'optional', 'required'];

/**
 * Undefined when calls never run as tasks.
 *
 * @throws Error that names the method when its settings are wrong, or need the option `tasks`
 */
export function toolTasks(
  { taskSupport = 'forbidden', taskInputBeforeStart = false, retryable = false }: TaskSettings,
  { tasks }: Pick<ResolvedMcpOptions, 'tasks'>,
  label: string,
): ToolTasks | undefined {
  if (!SUPPORTS.includes(taskSupport)) {
    throw new Error(`${label}: taskSupport must be 'forbidden', 'optional' or 'required'.`);
  }
  if (taskSupport === 'forbidden') {
    const needless = taskInputBeforeStart ? 'taskInputBeforeStart' : retryable ? 'retryable' : undefined;
    if (needless) {
      throw new Error(`${label} has ${needless}, but never runs as a task. Set taskSupport, too.`);
    }
    return undefined;
  }
  if (!tasks && taskSupport === 'required') {
    throw new Error(
      `${label} runs as a task only (taskSupport: 'required'), but this server has no tasks: nobody could call it. ` +
        'Set the option tasks: true.',
    );
  }
  return tasks
    ? {
        isRequired: taskSupport === 'required',
        inputBeforeStart: taskInputBeforeStart,
        isRetryable: retryable,
      }
    : undefined;
}
