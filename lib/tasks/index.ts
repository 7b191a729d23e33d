export type { BeginAgain } from './abandoned-tasks.js';
export { RunningTask } from './running-task.js';
export type { TaskOutcome } from './running-task.js';
export { resolveTasks, tasksProblem } from './task-options.js';
export type { ResolvedTaskOptions } from './task-options.js';
export { Tasks } from './tasks.js';
export type { TaskSeed } from './tasks.js';
