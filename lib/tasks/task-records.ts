import type { McpMessageBus, McpTaskLimits, McpTaskRecord, McpTaskStore } from '../store/index.js';

export type TaskChange = Partial<Omit<McpTaskRecord, 'id' | 'revision' | 'principal' | 'owner'>>;

/** Told of changes of tasks, whoever has made them. */
export type TaskListener = (id: string, revision: number) => void;

const TOPIC = 'tasks';
/** Each time somebody else was faster. So many of them at once are none: the store does not do what it should. */
const MOST_ATTEMPTS = 1_000;

/** Reads and changes tasks, and has all instances know of the changes. */
export class TaskRecords {
  constructor(
    private readonly store: McpTaskStore,
    private readonly bus: McpMessageBus,
    private readonly onError: (error: unknown) => void,
  ) {}

  add(task: McpTaskRecord, limits: McpTaskLimits): Promise<boolean> {
    return this.store.add(task, limits);
  }

  get(id: string): Promise<McpTaskRecord | undefined> {
    return this.store.get(id);
  }

  abandoned(now: number, most: number): Promise<string[]> {
    return this.store.abandoned(now, most);
  }

  /**
   * Changes a task, and the time of its last change with it.
   *
   * @param change what differs in the task, which may have been changed by others meanwhile; undefined to leave it
   * @param known how it was a moment ago, to begin with
   * @returns how it is now; undefined when there is none
   */
  async change(
    id: string,
    change: (task: McpTaskRecord) => TaskChange | undefined,
    known?: McpTaskRecord,
  ): Promise<McpTaskRecord | undefined> {
    const changed = await this.changeQuietly(
      id,
      (task) => {
        const part = change(task);
        return part && { ...part, updatedAt: Date.now() };
      },
      known,
    );
    if (changed?.isChanged) {
      // The change is made: who does not hear of it will see it.
      await this.bus.publish(TOPIC, `${changed.task.revision} ${id}`).catch(this.onError);
    }
    return changed?.task;
  }

  /** As `change()`, for what no client sees. */
  async changeQuietly(
    id: string,
    change: (task: McpTaskRecord) => TaskChange | undefined,
    known?: McpTaskRecord,
  ): Promise<{ task: McpTaskRecord; isChanged: boolean } | undefined> {
    let task = known ?? (await this.store.get(id));
    for (let attempt = 0; task && attempt < MOST_ATTEMPTS; attempt++) {
      const part = change(task);
      const next: McpTaskRecord = { ...task, ...part, revision: task.revision + 1 };
      if (!part || (await this.store.replace(next))) {
        return { task: part ? next : task, isChanged: part !== undefined };
      }
      task = await this.store.get(id);
    }
    if (task) {
      throw new Error(`The store has refused ${MOST_ATTEMPTS} changes of the task ${id}`);
    }
    return undefined;
  }

  /** @returns what ends it */
  listen(listener: TaskListener): Promise<() => Promise<void>> {
    return this.bus.listen(TOPIC, (text) => {
      const [revision = '', id = ''] = text.split(' ', 2);
      listener(id, Number(revision));
    });
  }
}
