import { setTimeout as wait } from 'node:timers/promises';
import type { TaskClient, TaskView } from '../../tasks/task-client.js';

/** Every second job is one that may be begun again. */
export type JobTool = 'work' | 'work_again';

/** A job, as its client has seen it. */
export interface JobReport {
  readonly tool: JobTool;
  /** Of the call that was answered; those that were broken off had others. */
  readonly name: string;
  readonly taskId: string;
  /** How it was when it had ended; without it the client has given up. */
  readonly end?: TaskView;
  /** What should not have been answered. */
  readonly problem?: string;
}

/** An instance that is there again, and the lease of one that is gone, take no longer. */
const LONGEST_WAIT_MS = 60_000;
const PAUSE_MS = 40;

/** Has a job done, and polls until it has ended. @param whenBrokenOff told of calls without an answer, which are repeated */
export async function runJob(
  client: TaskClient,
  tool: JobTool,
  job: string,
  ms: number,
  whenBrokenOff: () => void,
): Promise<JobReport> {
  const { name, taskId } = await beginJob(client, tool, job, ms, whenBrokenOff);
  for (const deadline = Date.now() + LONGEST_WAIT_MS; Date.now() < deadline; await wait(PAUSE_MS)) {
    const answer = await client.ask('get', taskId).catch(() => undefined);
    if (!answer) {
      continue;
    }
    const task = answer.message.result as TaskView | undefined;
    if (!task) {
      return { tool, name, taskId, problem: answer.text };
    }
    if (task.status !== 'working') {
      return { tool, name, taskId, end: task };
    }
  }
  return { tool, name, taskId };
}

async function beginJob(
  client: TaskClient,
  tool: JobTool,
  job: string,
  ms: number,
  whenBrokenOff: () => void,
): Promise<{ name: string; taskId: string }> {
  for (let attempt = 1; ; attempt++) {
    const name = `${job}-${attempt}`;
    const answer = await client.call(tool, { name, ms }).catch(() => undefined);
    if (answer?.message.result?.['resultType'] === 'task') {
      return { name, taskId: String(answer.message.result['taskId']) };
    }
    if (answer) {
      throw new Error(`${name} has become no task: ${answer.text}`);
    }
    whenBrokenOff();
    await wait(PAUSE_MS);
  }
}
