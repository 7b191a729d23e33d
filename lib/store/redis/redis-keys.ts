/** Names what is kept in Redis. All names begin with one prefix: with a hash tag in it they are in one slot of a cluster. */
export class RedisKeys {
  constructor(readonly prefix: string) {}

  records(kind: 'session' | 'task'): RecordKeys {
    return {
      record: (id) => `${this.prefix}${kind}:${id}`,
      index: `${this.prefix}${kind}s`,
      owners: `${this.prefix}${kind}s:owners`,
      leases: `${this.prefix}${kind}s:leases`,
    };
  }

  /** A Redis stream: the entry `<sequence>-1` has the field `text`. */
  events(stream: string): string {
    return `${this.prefix}events:${stream}`;
  }

  /** A channel. */
  topic(name: string): string {
    return `${this.prefix}topic:${name}`;
  }
}

export interface RecordKeys {
  /** A hash with `record`, `revision` and `owner`. It expires with what is recorded. */
  record(id: string): string;
  /** A sorted set of `<id>:<owner>` by the time of expiry. */
  readonly index: string;
  /** A hash of how many each owner has. */
  readonly owners: string;
  /** A sorted set of the ids of tasks that run, by the ends of their leases. */
  readonly leases: string;
}
