import { Injectable } from '@nestjs/common';
import { Catalog } from '../discovery/index.js';
import type { Prompt, Resource, ResourceTemplate, Tool } from '../discovery/index.js';
import type { ListKind } from '../subscriptions/index.js';

interface Entries {
  readonly tools: Tool;
  readonly prompts: Prompt;
  readonly resources: Resource;
  readonly resourceTemplates: ResourceTemplate;
}

export type EntryKind = keyof Entries;

type Added = { readonly [Kind in EntryKind]: Map<string, Entries[Kind]> };

/** In which of the lists that clients can listen to an entry is. */
const LISTS: Readonly<Record<EntryKind, ListKind>> = {
  tools: 'tools',
  prompts: 'prompts',
  resources: 'resources',
  resourceTemplates: 'resources',
};

/** What the server offers now: the catalog made at boot, which stays as it is, and what was added since. */
@Injectable()
export class LiveCatalog {
  private boot = new Catalog({});
  private current?: Catalog;
  private readonly offered = new Set<ListKind>();
  private readonly added: Added = {
    tools: new Map(),
    prompts: new Map(),
    resources: new Map(),
    resourceTemplates: new Map(),
  };

  /** As it is now; another object after every change. */
  get snapshot(): Catalog {
    this.current ??= this.boot.with({
      tools: [...this.added.tools.values()],
      prompts: [...this.added.prompts.values()],
      resources: [...this.added.resources.values()],
      resourceTemplates: [...this.added.resourceTemplates.values()],
    });
    return this.current;
  }

  /** The lists that have or had an entry: clients that know of a list may ask for it when it has become empty. */
  get everOffered(): ReadonlySet<ListKind> {
    for (const kind of Object.keys(LISTS) as EntryKind[]) {
      if (this.snapshot[kind].length > 0) {
        this.offered.add(LISTS[kind]);
      }
    }
    return this.offered;
  }

  /** A list has, or had, entries that are not of this catalog, and they may have changed. */
  renew(list: ListKind): void {
    this.offered.add(list);
    this.current = undefined;
  }

  /** @throws Error that names what was added under a name that the boot has used */
  start(boot: Catalog): void {
    for (const kind of Object.keys(LISTS) as EntryKind[]) {
      for (const [key, entry] of this.added[kind]) {
        assertFree(kind, key, findIn(boot, kind, key), entry.label);
      }
    }
    this.boot = boot;
    this.current = undefined;
  }

  /** @throws Error when the name is taken */
  add<Kind extends EntryKind>(kind: Kind, entry: Entries[Kind]): ListKind {
    const key = keyOf(entry);
    const added: Map<string, Entries[Kind]> = this.added[kind];
    assertFree(kind, key, added.get(key) ?? findIn(this.boot, kind, key), entry.label);
    added.set(key, entry);
    this.offered.add(LISTS[kind]);
    this.current = undefined;
    return LISTS[kind];
  }

  /**
   * @returns whether there was such an entry
   * @throws Error when the entry belongs to the boot
   */
  remove(kind: EntryKind, key: string): boolean {
    const declared = findIn(this.boot, kind, key);
    if (declared) {
      throw new Error(`McpCatalog: ${declared.label} declares "${key}", so it cannot be removed.`);
    }
    const isRemoved = this.added[kind].delete(key);
    if (isRemoved) {
      this.current = undefined;
    }
    return isRemoved;
  }
}

function keyOf({ definition }: Entries[EntryKind]): string {
  if ('uri' in definition) {
    return definition.uri;
  }
  return 'uriTemplate' in definition ? definition.uriTemplate : definition.name;
}

function findIn(catalog: Catalog, kind: EntryKind, key: string): Entries[EntryKind] | undefined {
  const entries: readonly Entries[EntryKind][] = catalog[kind];
  return entries.find((entry) => keyOf(entry) === key);
}

function assertFree(
  kind: EntryKind,
  key: string,
  holder: Entries[EntryKind] | undefined,
  label: string,
): void {
  if (holder) {
    throw new Error(`${label}: "${key}" is taken in ${LISTS[kind]} by ${holder.label}.`);
  }
}
