import { Injectable, NotFoundException } from '@nestjs/common';
import type { Order } from '../orders/order.interface.js';
import { OrdersService } from '../orders/orders.service.js';
import type { CreateExportDto } from './dto/create-export.dto.js';
import type { Export } from './export.interface.js';

const MONTHS = 12;

interface Watcher {
  /** Stops the work when it is aborted. */
  readonly signal?: AbortSignal;
  reportProgress(done: number, total: number, message: string): void;
}

/** Makes files of orders. Knows nothing of MCP. */
@Injectable()
export class ExportsService {
  private readonly exports = new Map<string, Export>();
  private readonly files = new Map<string, string>();

  constructor(private readonly orders: OrdersService) {}

  async create({ year, withEmails }: CreateExportDto, watcher?: Watcher): Promise<Export> {
    const name = `orders-${year}-${this.exports.size + 1}.csv`;
    const found: Order[] = [];
    const note = (state: Export['state']): Export => {
      const noted = { name, state, orders: found.length };
      this.exports.set(name, noted);
      return noted;
    };

    note('running');
    try {
      for (let month = 1; month <= MONTHS; month++) {
        watcher?.reportProgress(month - 1, MONTHS, `Reading month ${month} of ${year}`);
        found.push(...(await this.orders.ofMonth(year, month, watcher?.signal)));
        note('running');
      }
    } catch (error) {
      if (!watcher?.signal?.aborted) {
        note('failed');
        throw error;
      }
      // Nobody waits for the answer any more, and what was found goes with it.
      return note('stopped');
    }
    this.files.set(name, toCsv(found, withEmails));
    return note('ready');
  }

  list(): Export[] {
    return [...this.exports.values()];
  }

  read(name: string): string {
    const file = this.files.get(name);
    if (file === undefined) throw new NotFoundException(`There is no file ${name}`);
    return file;
  }
}

function toCsv(orders: readonly Order[], withEmails: boolean): string {
  const columns: (keyof Order)[] = [
    'number',
    'date',
    'customer',
    ...(withEmails ? ['email' as const] : []),
    'total',
  ];
  const rows = orders.map((order) => columns.map((column) => order[column]).join(','));
  return [columns.join(','), ...rows, ''].join('\n');
}
