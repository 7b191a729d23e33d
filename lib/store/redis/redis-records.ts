import { ADD, DELETE, REPLACE, TOUCH } from './record-scripts.js';
import type { RedisConnections } from './redis-connections.js';
import type { RecordKeys } from './redis-keys.js';
import type { RedisScript } from './redis-script.js';

interface OwnedRecord {
  readonly id: string;
  readonly owner: string;
  readonly revision: number;
}

/** When a record expires: in so many milliseconds, at a time since 1970, or never. */
export type Expiry = { readonly in: number } | { readonly at: number } | 'never';

export interface RecordOptions {
  readonly expiry: Expiry;
  readonly leaseUntil?: number;
}

interface Limits {
  readonly max: number;
  readonly maxPerPrincipal: number;
}

/** Records with an owner, of which there may be so many, that change from revision to revision and expire. */
export class RedisRecords<Item extends OwnedRecord> {
  constructor(
    private readonly connections: RedisConnections,
    private readonly keys: RecordKeys,
  ) {}

  async add(record: Item, options: RecordOptions, { max, maxPerPrincipal }: Limits): Promise<boolean> {
    const { id, owner, revision } = record;
    const { expiry, leaseUntil = '' } = options;
    const args: (string | number)[] = [
      owner,
      JSON.stringify(record),
      revision,
      ...modeOf(expiry),
      leaseUntil,
      max,
      maxPerPrincipal,
    ];
    return (await this.run(ADD, id, args)) === 1;
  }

  async get(id: string): Promise<Item | undefined> {
    return read(await this.connections.run((client) => client.hget(this.keys.record(id), 'record')));
  }

  async touch(id: string, expiry: Expiry): Promise<Item | undefined> {
    return read(await this.run(TOUCH, id, modeOf(expiry)));
  }

  async replace(record: Item, options: RecordOptions): Promise<boolean> {
    const { expiry, leaseUntil = '' } = options;
    const args: (string | number)[] = [
      JSON.stringify(record),
      record.revision,
      ...modeOf(expiry),
      leaseUntil,
    ];
    return (await this.run(REPLACE, record.id, args)) === 1;
  }

  async delete(id: string): Promise<boolean> {
    return (await this.run(DELETE, id, [])) === 1;
  }

  private run(script: RedisScript, id: string, args: readonly (string | number)[]): Promise<unknown> {
    const { index, owners, leases } = this.keys;
    const keys = [this.keys.record(id), index, owners, leases];
    return this.connections.run((client) => script.run(client, keys, [id, ...args]));
  }
}

function modeOf(expiry: Expiry): [string, number | string] {
  if (expiry === 'never') {
    return ['never', ''];
  }
  return 'in' in expiry ? ['in', expiry.in] : ['at', expiry.at];
}

function read<Item>(text: unknown): Item | undefined {
  return typeof text === 'string' ? (JSON.parse(text) as Item) : undefined;
}
