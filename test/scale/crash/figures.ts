import { isDeepStrictEqual } from 'node:util';
import type { CrashReport, TaskReport } from './crash.js';

/** So often a task is begun at most. */
const MOST_RUNS = 3;

export interface CrashFigures {
  readonly completed: number;
  /** Their instance was killed, and nobody else has run them. */
  readonly failed: number;
  /** Those of them whose work was done, but not kept, when the instance was killed. */
  readonly failedAfterWork: number;
  /** Begun by another process when theirs was killed. */
  readonly rerun: number;
  /** Those of them whose work had been done before, but not kept. */
  readonly doneAgain: number;
  /** Tasks that were begun by calls which were broken off before their client has heard of it. */
  readonly unheard: number;
  readonly lost: readonly string[];
  readonly finishedTwice: readonly string[];
  readonly stuck: readonly string[];
  readonly wrong: readonly string[];
}

/** What has become of the tasks. */
export function figuresOf({ tasks, killed, records, journal }: CrashReport): CrashFigures {
  const begun = new Map<string, number[]>();
  const ended = new Map<string, number>();
  for (const { what, name, pid } of journal) {
    if (what === 'begun') {
      begun.set(name, [...(begun.get(name) ?? []), pid]);
    } else {
      ended.set(name, (ended.get(name) ?? 0) + 1);
    }
  }
  const kept = new Map(records.map((record) => [record.id, record]));
  const known = new Set(tasks.map(({ taskId }) => taskId));
  /** What nobody may begin again. */
  const once = new Set(tasks.filter(({ tool }) => tool === 'work').map(({ name }) => name));
  const ofStatus = (status: string) => tasks.filter(({ end }) => end?.status === status);
  const failed = ofStatus('failed');

  return {
    completed: ofStatus('completed').length,
    failed: failed.length,
    failedAfterWork: failed.filter(({ name }) => ended.has(name)).length,
    rerun: [...begun.values()].filter((pids) => pids.length > 1).length,
    doneAgain: [...ended].filter(([name, count]) => count > 1 && !once.has(name)).length,
    unheard: records.filter(({ id }) => !known.has(id)).length,
    lost: [
      ...tasks.filter(({ taskId, later }) => !later || !kept.has(taskId)).map(describe),
      ...ofStatus('completed')
        .filter(({ name }) => !ended.has(name))
        .map((task) => `${describe(task)}: completed, but nobody has done it`),
    ],
    finishedTwice: [
      ...tasks
        .filter(({ end, later }) => end && later && !isDeepStrictEqual(end, later))
        .map((task) => `${describe(task)} has become ${JSON.stringify(task.later)}`),
      ...[...begun]
        .filter(([name, pids]) => pids.length > 1 && once.has(name))
        .map(([name, pids]) => `${name} was begun ${pids.length} times`),
      ...[...ended]
        .filter(([name, count]) => count > 1 && once.has(name))
        .map(([name, count]) => `${name} was done ${count} times`),
    ],
    stuck: [
      ...tasks.filter(({ end, problem }) => !end && !problem).map(describe),
      ...records
        .filter(({ status }) => status === 'working' || status === 'input_required')
        .map(({ id, status }) => `${id} is ${status} for ever`),
    ],
    wrong: tasks.filter((task) => !isRight(task)).map(describe),
  };

  function isRight({ tool, name, end }: TaskReport): boolean {
    const pids = begun.get(name) ?? [];
    // Nobody may begin a task again whose process lives.
    if (end?.status === 'completed') {
      const text = end.result?.content[0]?.text;
      return text === JSON.stringify({ name }) && pids.slice(0, -1).every((pid) => killed.has(pid));
    }
    // Nor may anybody give one up.
    return (
      (tool === 'work' || pids.length === MOST_RUNS) &&
      end?.status === 'failed' &&
      end.statusMessage?.includes('has not been heard of') === true &&
      pids.every((pid) => killed.has(pid))
    );
  }
}

function describe({ name, taskId, end, problem }: TaskReport): string {
  return `${name} (${taskId}): ${problem ?? JSON.stringify(end)}`;
}
