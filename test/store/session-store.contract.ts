import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { McpSessionRecord, McpSessionStore } from 'nestjs-mcp';

/** A store of its own, or one that nobody else has put anything into. */
export interface OpenSessionStore {
  readonly sessions: McpSessionStore;
  close?(): Promise<void>;
}

const LIMITS = { max: 3, maxPerPrincipal: 2 };
const LONG_MS = 60_000;

let count = 0;

function session(part: Partial<McpSessionRecord> = {}): McpSessionRecord {
  return {
    id: `session-${++count}`,
    revision: 1,
    principal: 'id:ada',
    owner: 'id:ada',
    version: '2025-11-25',
    clientCapabilities: {},
    subscriptions: [],
    ...part,
  };
}

/** What every store of sessions has to keep. */
export function describeSessionStore(name: string, open: () => Promise<OpenSessionStore>): void {
  describe(`sessions in ${name}`, () => {
    let opened: OpenSessionStore;
    let store: McpSessionStore;
    beforeEach(async () => {
      opened = await open();
      store = opened.sessions;
    });
    afterEach(() => opened.close?.());

    it('come back as they were put in', async () => {
      const added = session({
        owner: 'address::1 {x}',
        clientInfo: { name: 'ünï\u2028"\\' },
        clientCapabilities: { sampling: {}, experimental: { list: [], none: null } },
        subscriptions: ['nest://menu', 'nest://menu/1'],
        logLevel: 'info',
        listener: 'instance',
      });
      expect(await store.add(added, LONG_MS, LIMITS)).toBe(true);
      expect(await store.get(added.id, LONG_MS)).toEqual(added);
      expect(await store.get('another', LONG_MS)).toBeUndefined();
    });

    it('are replaced by their next revision only', async () => {
      const first = session({ logLevel: 'info' });
      await store.add(first, LONG_MS, LIMITS);
      const { logLevel, ...rest } = first;
      const second = { ...rest, revision: 2, subscriptions: ['nest://menu'] };
      expect(logLevel).toBe('info');
      expect(await store.replace({ ...second, revision: 3 }, LONG_MS)).toBe(false);
      expect(await store.replace(second, LONG_MS)).toBe(true);
      expect(await store.replace({ ...second, logLevel: 'late' }, LONG_MS)).toBe(false);
      expect(await store.get(first.id, LONG_MS)).toEqual(second);
    });

    it('are replaced by one of many that try at once', async () => {
      const first = session();
      await store.add(first, LONG_MS, LIMITS);
      const tries = Array.from({ length: 20 }, (_, index) => ({
        ...first,
        revision: 2,
        logLevel: `${index}`,
      }));
      const replaced = await Promise.all(tries.map((next) => store.replace(next, LONG_MS)));
      expect(replaced.filter(Boolean)).toHaveLength(1);
      expect(await store.get(first.id, LONG_MS)).toEqual(tries[replaced.indexOf(true)]);
    });

    it('have no more room than the limits say, in all and for each owner', async () => {
      const [first, second] = [session(), session()];
      expect(await store.add(first, LONG_MS, LIMITS)).toBe(true);
      expect(await store.add(second, LONG_MS, LIMITS)).toBe(true);
      expect(await store.add(session(), LONG_MS, LIMITS)).toBe(false);
      expect(await store.add(session({ owner: 'id:bob' }), LONG_MS, LIMITS)).toBe(true);
      const late = session({ owner: 'id:eve' });
      expect(await store.add(late, LONG_MS, LIMITS)).toBe(false);
      expect(await store.get(late.id, LONG_MS)).toBeUndefined();
      expect(await store.delete(second.id)).toBe(true);
      expect(await store.delete(second.id)).toBe(false);
      expect(await store.add(session(), LONG_MS, LIMITS)).toBe(true);
    });

    it('are no more than the limit when many begin at once', async () => {
      const sessions = Array.from({ length: 10 }, () => session());
      const added = await Promise.all(sessions.map((each) => store.add(each, LONG_MS, LIMITS)));
      expect(added.filter(Boolean)).toHaveLength(2);
    });

    it('cannot be replaced when they have been deleted', async () => {
      const first = session();
      await store.add(first, LONG_MS, LIMITS);
      await store.delete(first.id);
      expect(await store.replace({ ...first, revision: 2 }, LONG_MS)).toBe(false);
      expect(await store.get(first.id, LONG_MS)).toBeUndefined();
    });

    it('are gone when nobody has used them for their time, and make room', async () => {
      const first = session();
      await store.add(first, 1, { max: 1, maxPerPrincipal: 1 });
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(await store.get(first.id, LONG_MS)).toBeUndefined();
      expect(await store.replace({ ...first, revision: 2 }, LONG_MS)).toBe(false);
      const second = session();
      expect(await store.add(second, LONG_MS, { max: 1, maxPerPrincipal: 1 })).toBe(true);
      expect(await store.add(session(), LONG_MS, { max: 1, maxPerPrincipal: 1 })).toBe(false);
    });

    it('live on when they are used, and count on', async () => {
      const [read, replaced] = [session(), session()];
      await store.add(read, 200, LIMITS);
      await store.add(replaced, 200, LIMITS);
      await store.get(read.id, LONG_MS);
      await store.replace({ ...replaced, revision: 2 }, LONG_MS);
      await new Promise((resolve) => setTimeout(resolve, 250));
      expect(await store.get(read.id, LONG_MS)).toEqual(read);
      expect(await store.get(replaced.id, LONG_MS)).toEqual({ ...replaced, revision: 2 });
      expect(await store.add(session(), LONG_MS, LIMITS)).toBe(false);
    });
  });
}
