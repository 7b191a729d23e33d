import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { McpEventStore } from 'nestjs-mcp';

/** A store of its own, or one that nobody else has put anything into. */
export interface OpenEventStore {
  readonly events: McpEventStore;
  close?(): Promise<void>;
}

const LONG_MS = 60_000;

/** What every store of events has to keep. */
export function describeEventStore(name: string, open: () => Promise<OpenEventStore>): void {
  describe(`events in ${name}`, () => {
    let opened: OpenEventStore;
    let store: McpEventStore;
    beforeEach(async () => {
      opened = await open();
      store = opened.events;
    });
    afterEach(() => opened.close?.());

    async function fill(stream: string, upTo: number, most = 100): Promise<void> {
      for (let sequence = 0; sequence <= upTo; sequence++) {
        await store.append(stream, sequence, `${stream} ${sequence}`, LONG_MS, most);
      }
    }

    it('come back in their order, after the one that was seen last', async () => {
      await fill('a', 12);
      await fill('b', 2);
      expect(await store.after('a', 9)).toEqual(
        [10, 11, 12].map((sequence) => ({ sequence, text: `a ${sequence}` })),
      );
      expect(await store.after('b', 0)).toEqual(
        [1, 2].map((sequence) => ({ sequence, text: `b ${sequence}` })),
      );
      expect(await store.after('b', 2)).toEqual([]);
    });

    it('keep their texts', async () => {
      const texts = ['', 'ünï\u2028 \\"', 'lines\nand\r\nmore', 'x'.repeat(200_000)];
      for (const [sequence, text] of texts.entries()) {
        await store.append('a', sequence, text, LONG_MS, 100);
      }
      const events = await store.after('a', -1);
      expect(events?.map(({ text }) => text)).toEqual(texts);
    });

    it('are found in order when nobody waits for one to be kept before the next', async () => {
      await Promise.all(
        Array.from({ length: 50 }, (_, sequence) =>
          store.append('a', sequence, String(sequence), LONG_MS, 100),
        ),
      );
      expect((await store.after('a', 0))?.map(({ text }) => text)).toEqual(
        Array.from({ length: 49 }, (_, index) => String(index + 1)),
      );
    });

    it('are dropped when there are too many, and the stream cannot go on before those that are left', async () => {
      await fill('a', 10, 4);
      expect(await store.after('a', 5)).toBeUndefined();
      expect(await store.after('a', 6)).toHaveLength(4);
    });

    it('do not hide that one between them is missing', async () => {
      await fill('a', 2);
      await store.append('a', 4, 'four', LONG_MS, 100);
      expect(await store.after('a', 1)).toBeUndefined();
      expect(await store.after('a', 3)).toEqual([{ sequence: 4, text: 'four' }]);
    });

    it('are not those of a stream that nobody knows, was forgotten or has expired', async () => {
      await fill('a', 2);
      await store.forget('a');
      await store.append('b', 0, 'begin', 1, 100);
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(await store.after('a', 0)).toBeUndefined();
      expect(await store.after('b', 0)).toBeUndefined();
      expect(await store.after('c', 0)).toBeUndefined();
      await store.forget('c');
    });

    it('live as long as the last one says', async () => {
      await store.append('a', 0, 'begin', 10_000, 100);
      await store.append('a', 1, 'one', 1, 100);
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(await store.after('a', 0)).toBeUndefined();
    });
  });
}
