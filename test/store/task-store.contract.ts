import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { McpTaskRecord, McpTaskStore } from '../../lib/store/index.js';

/** A store of its own, or one that nobody else has put anything into. */
export interface OpenTaskStore {
  readonly tasks: McpTaskStore;
  close?(): Promise<void>;
}

const LIMITS = { max: 3, maxPerPrincipal: 2 };

let count = 0;

function task(part: Partial<McpTaskRecord> = {}): McpTaskRecord {
  return {
    id: `task-${++count}`,
    revision: 1,
    principal: 'id:ada',
    owner: 'id:ada',
    tool: 'export',
    status: 'working',
    createdAt: Date.now(),
    updatedAt: Date.now(),
    ttlMs: 60_000,
    pollIntervalMs: 1_000,
    runner: 'process-1',
    leaseUntil: Date.now() + 60_000,
    attempt: 1,
    ...part,
  };
}

/** As old as it may get, and a millisecond more. */
const EXPIRED = { createdAt: Date.now() - 1_001, ttlMs: 1_000 };

/** What every store of tasks has to keep. */
export function describeTaskStore(name: string, open: () => Promise<OpenTaskStore>): void {
  describe(`tasks in ${name}`, () => {
    let opened: OpenTaskStore;
    let store: McpTaskStore;
    beforeEach(async () => {
      opened = await open();
      store = opened.tasks;
    });
    afterEach(() => opened.close?.());

    it('come back as they were put in', async () => {
      const added = task({
        statusMessage: 'ünï\u2028"\\',
        inputRequests: { a: { nested: [1, null, true, ''] } },
        inputResponses: { b: {} },
        result: { content: [{ type: 'text', text: 'done' }] },
        error: { code: -32603, message: 'no' },
        job: { arguments: {} },
        isCancelled: true,
        ttlMs: null,
      });
      expect(await store.add(added, LIMITS)).toBe(true);
      expect(await store.get(added.id)).toEqual(added);
      expect(await store.get('another')).toBeUndefined();
    });

    it('are replaced by their next revision only', async () => {
      const first = task();
      await store.add(first, LIMITS);
      const second = { ...first, revision: 2, statusMessage: 'half' };
      expect(await store.replace({ ...first, revision: 3 })).toBe(false);
      expect(await store.replace({ ...first, revision: 1 })).toBe(false);
      expect(await store.get(first.id)).toEqual(first);
      expect(await store.replace(second)).toBe(true);
      expect(await store.replace({ ...second, statusMessage: 'late' })).toBe(false);
      expect(await store.get(first.id)).toEqual(second);
      expect(await store.replace(task({ revision: 2 }))).toBe(false);
    });

    it('are replaced by one of many that try at once', async () => {
      const first = task();
      await store.add(first, LIMITS);
      const tries = Array.from({ length: 20 }, (_, index) => ({
        ...first,
        revision: 2,
        statusMessage: `${index}`,
      }));
      const replaced = await Promise.all(tries.map((next) => store.replace(next)));
      expect(replaced.filter(Boolean)).toHaveLength(1);
      expect(await store.get(first.id)).toEqual(tries[replaced.indexOf(true)]);
    });

    it('lose what their next revision has no more', async () => {
      const first = task({ inputRequests: { a: {} }, runner: 'process-1' });
      await store.add(first, LIMITS);
      const { inputRequests, runner, leaseUntil, ...rest } = first;
      expect([inputRequests, runner, leaseUntil]).not.toContain(undefined);
      const over = { ...rest, revision: 2, status: 'completed' as const, result: {} };
      expect(await store.replace(over)).toBe(true);
      expect(await store.get(first.id)).toEqual(over);
    });

    it('have no more room than the limits say, in all and for each owner', async () => {
      expect(await store.add(task(), LIMITS)).toBe(true);
      const second = task();
      expect(await store.add(second, LIMITS)).toBe(true);
      expect(await store.add(task(), LIMITS)).toBe(false);
      expect(await store.add(task({ owner: 'id:bob' }), LIMITS)).toBe(true);
      const late = task({ owner: 'id:eve' });
      expect(await store.add(late, LIMITS)).toBe(false);
      expect(await store.get(late.id)).toBeUndefined();
      expect(await store.delete(second.id)).toBe(true);
      expect(await store.delete(second.id)).toBe(false);
      expect(await store.add(task(), LIMITS)).toBe(true);
    });

    it('are gone when their time is over, and make room', async () => {
      const first = task();
      await store.add(first, { max: 2, maxPerPrincipal: 2 });
      const old = task();
      await store.add(old, { max: 2, maxPerPrincipal: 2 });
      expect(await store.replace({ ...old, ...EXPIRED, revision: 2 })).toBe(true);
      expect(await store.get(old.id)).toBeUndefined();
      expect(await store.replace({ ...old, revision: 3 })).toBe(false);
      expect(await store.delete(old.id)).toBe(false);
      expect(await store.add(task(), { max: 2, maxPerPrincipal: 2 })).toBe(true);
      expect(await store.get(first.id)).toEqual(first);
    });

    it('live as long as their last revision says', async () => {
      const first = task({ createdAt: Date.now() - 10_000, ttlMs: 20_000 });
      await store.add(first, LIMITS);
      const longer = { ...first, revision: 2, ttlMs: 200_000 };
      await store.replace(longer);
      expect(await store.get(first.id)).toEqual(longer);
      const endless = { ...first, revision: 3, ttlMs: null };
      await store.replace(endless);
      expect(await store.get(first.id)).toEqual(endless);
      await store.replace({ ...first, revision: 4, ttlMs: 5_000 });
      expect(await store.get(first.id)).toBeUndefined();
    });

    it('are abandoned when their lease has passed', async () => {
      const now = Date.now();
      const limits = { max: 10, maxPerPrincipal: 10 };
      const held = task({ leaseUntil: now + 60_000 });
      const left = [task({ leaseUntil: now - 1 }), task({ leaseUntil: now - 60_000 })];
      const over = task({ status: 'completed', runner: undefined, leaseUntil: undefined });
      for (const each of [held, ...left, over]) {
        await store.add(each, limits);
      }
      const ids = left.map(({ id }) => id);
      expect((await store.abandoned(now, 10)).sort()).toEqual(ids.sort());
      expect(await store.abandoned(now, 1)).toHaveLength(1);
      expect(await store.abandoned(now + 120_000, 10)).toHaveLength(3);
    });

    it('are abandoned no longer when somebody has taken care of them', async () => {
      const now = Date.now();
      const limits = { max: 10, maxPerPrincipal: 10 };
      const [renewed, failed, deleted] = [0, 1, 2].map(() => task({ leaseUntil: now - 1 }));
      for (const each of [renewed!, failed!, deleted!]) {
        await store.add(each, limits);
      }
      await store.replace({ ...renewed!, revision: 2, leaseUntil: now + 60_000 });
      const { runner, leaseUntil, ...rest } = failed!;
      expect([runner, leaseUntil]).toEqual(['process-1', now - 1]);
      await store.replace({ ...rest, revision: 2, status: 'failed', error: { code: -32603, message: 'x' } });
      await store.delete(deleted!.id);
      expect(await store.abandoned(now, 10)).toEqual([]);
    });
  });
}
