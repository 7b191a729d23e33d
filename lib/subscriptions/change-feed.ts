import { Injectable } from '@nestjs/common';

/** A list that clients can be told about. */
export type ListKind = 'tools' | 'prompts' | 'resources';

/** Something that clients may have asked to be told about. */
export type Change = { readonly list: ListKind } | { readonly uri: string };

export type ChangeListener = (change: Change) => void;

/** Brings what changes in the application to those who tell the clients. */
@Injectable()
export class ChangeFeed {
  private readonly listeners = new Set<ChangeListener>();
  /** Lists whose change is not passed on yet. */
  private readonly pending = new Set<ListKind>();

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

  private passOnLists(): void {
    const lists = [...this.pending];
    this.pending.clear();
    for (const list of lists) {
      this.passOn({ list });
    }
  }

  private passOn(change: Change): void {
    for (const listener of this.listeners) {
      listener(change);
    }
  }
}
