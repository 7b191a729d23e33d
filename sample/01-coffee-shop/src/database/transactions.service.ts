import { Injectable } from '@nestjs/common';
import { DataSource, EntityManager } from 'typeorm';

/**
 * Every write of the application goes through here. sql.js has a single connection, on which a second transaction
 * cannot begin before the first has ended, so writes take turns.
 */
@Injectable()
export class Transactions {
  private previous: Promise<unknown> = Promise.resolve();

  constructor(private readonly dataSource: DataSource) {}

  run<Result>(work: (manager: EntityManager) => Promise<Result>): Promise<Result> {
    const result = this.previous.then(() => this.dataSource.transaction(work));
    this.previous = result.catch(() => undefined);
    return result;
  }
}
