import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { McpMessageBus } from '../../lib/store/index.js';

export interface OpenMessageBus {
  readonly bus: McpMessageBus;
  close?(): Promise<void>;
}

/** Resolves when as many texts have come. */
class Inbox {
  readonly texts: string[] = [];
  private look?: () => void;

  readonly take = (text: string): void => {
    this.texts.push(text);
    this.look?.();
  };

  async until(count: number): Promise<string[]> {
    while (this.texts.length < count) {
      await new Promise<void>((resolve) => {
        this.look = resolve;
      });
    }
    return this.texts;
  }
}

/** What every message bus has to do. */
export function describeMessageBus(name: string, open: () => Promise<OpenMessageBus>): void {
  describe(`messages through ${name}`, () => {
    let opened: OpenMessageBus;
    let bus: McpMessageBus;
    beforeEach(async () => {
      opened = await open();
      bus = opened.bus;
    });
    afterEach(() => opened.close?.());

    it('reach all that listen to their topic, in order, the publisher too', async () => {
      const inboxes = [new Inbox(), new Inbox()];
      const other = new Inbox();
      for (const inbox of inboxes) {
        await bus.listen('tasks', inbox.take);
      }
      await bus.listen('lists', other.take);
      await bus.publish('tasks', 'first');
      await bus.publish('tasks', '{"second":"ü\\u2028"}');
      await bus.publish('lists', 'third');
      for (const inbox of inboxes) {
        expect(await inbox.until(2)).toEqual(['first', '{"second":"ü\\u2028"}']);
      }
      expect(await other.until(1)).toEqual(['third']);
    });

    it('do not reach who has stopped listening', async () => {
      const [staying, leaving] = [new Inbox(), new Inbox()];
      const stop = await bus.listen('tasks', leaving.take);
      await bus.listen('tasks', staying.take);
      await stop();
      await bus.publish('tasks', 'first');
      expect(await staying.until(1)).toEqual(['first']);
      expect(leaving.texts).toEqual([]);
    });

    it('may have nobody to reach', async () => {
      await bus.publish('nobody', 'anything');
    });
  });
}
