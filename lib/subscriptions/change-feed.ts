import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { OnModuleDestroy } from '@nestjs/common';
import type { McpMessageBus } from '../protocol/index.js';

/** A list that clients can be told about. */
export type ListKind = 'tools' | 'prompts' | 'resources';

/** Something that clients may have asked to be told about. */
export type Change = { readonly list: ListKind } | { readonly uri: string };

export type ChangeListener = (change: Change) => void;

interface SharedChange {
  readonly from: string;
  readonly change: Change;
}

const TOPIC = 'changes';
/** Until a bus that was out of reach is tried again. */
const RETRY_MS = 1_000;

/** Brings what changes in the application to those who tell the clients, on all its instances. */
@Injectable()
export class ChangeFeed implements OnModuleDestroy {
  /** By which an instance knows its own changes when they come back. */
  private readonly own = randomUUID();
  private readonly listeners = new Set<ChangeListener>();
  /** Lists whose change is not passed on yet. */
  private readonly pending = new Set<ListKind>();
  private tellOthers?: (change: Change) => void;
  private retry?: NodeJS.Timeout;

  /** From here on other instances learn of changes here, and this one of theirs, as soon as the bus can be reached. */
  async share(bus: McpMessageBus, onError: (error: unknown) => void): Promise<void> {
    this.tellOthers = (change) => {
      bus.publish(TOPIC, JSON.stringify({ from: this.own, change } satisfies SharedChange)).catch(onError);
    };
    await this.hearOthers(bus, onError);
  }

  onModuleDestroy(): void {
    clearTimeout(this.retry);
  }

  listen(listener: ChangeListener): void {
    this.listeners.add(listener);
  }

  /** Many changes of one list, made one right after the other, are passed on as one. */
  listChanged(list: ListKind): void {
    if (this.pending.size === 0) {
      queueMicrotask(() => this.passOnLists());
    }
    this.pending.add(list);
  }

  resourceUpdated(uri: string): void {
    this.passOn({ uri });
  }

  private async hearOthers(bus: McpMessageBus, onError: (error: unknown) => void): Promise<void> {
    try {
      await bus.listen(TOPIC, (text) => {
        const { from, change } = JSON.parse(text) as SharedChange;
        if (from !== this.own) {
          this.tell(change);
        }
      });
    } catch (error) {
      onError(error);
      this.retry = setTimeout(() => void this.hearOthers(bus, onError), RETRY_MS);
      this.retry.unref();
    }
  }

  private passOnLists(): void {
    const lists = [...this.pending];
    this.pending.clear();
    for (const list of lists) {
      this.passOn({ list });
    }
  }

  private passOn(change: Change): void {
    this.tell(change);
    this.tellOthers?.(change);
  }

  private tell(change: Change): void {
    for (const listener of this.listeners) {
      listener(change);
    }
  }
}
