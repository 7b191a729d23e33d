import { describe, expect, it } from '@jest/globals';
import { EventBuffer } from '../../lib/protocol/sessions/event-buffer.js';

const LARGE = 'x'.repeat(2 * 1024 * 1024);

describe('EventBuffer', () => {
  it('keeps the last 256 events of all streams', () => {
    const buffer = new EventBuffer();
    for (let sequence = 1; sequence <= 300; sequence++) {
      buffer.add({ stream: 1 + (sequence % 2), sequence, text: String(sequence) }, true);
    }
    expect(buffer.after(1, 42)).toBeUndefined();
    expect(buffer.after(1, 44)?.[0]).toBe('46');
    expect(buffer.after(2, 299)).toEqual([]);
  });

  it('keeps a large event only for a client that is away', () => {
    const buffer = new EventBuffer();
    buffer.add({ stream: 1, sequence: 1, text: LARGE }, true);
    expect(buffer.after(1, 0)).toBeUndefined();
    expect(buffer.after(1, 1)).toEqual([]);
    buffer.add({ stream: 1, sequence: 2, text: LARGE }, false);
    expect(buffer.after(1, 1)).toEqual([LARGE]);
    buffer.add({ stream: 2, sequence: 1, text: 'small' }, false);
    expect(buffer.after(1, 1)).toBeUndefined();
    expect(buffer.after(2, 0)).toEqual(['small']);
  });

  it('forgets a stream', () => {
    const buffer = new EventBuffer();
    buffer.add({ stream: 1, sequence: 1, text: 'a' }, true);
    buffer.forget(1);
    expect(buffer.after(1, 0)).toEqual([]);
  });
});
