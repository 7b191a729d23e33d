import { setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { Order } from './order.interface.js';

const CUSTOMERS = ['Ada', 'Ben', 'Clara', 'Diego', 'Elif'];

/** Stands for a system that is slow: it has five orders a month, and takes its time to find them. */
@Injectable()
export class OrdersService {
  /** Milliseconds for a month. */
  monthMs = Number(process.env.MONTH_MS ?? 250);

  /** @throws the reason of the signal, as soon as it is aborted */
  async ofMonth(year: number, month: number, signal?: AbortSignal): Promise<Order[]> {
    await wait(this.monthMs, undefined, { signal });
    return CUSTOMERS.map((customer, index) => ({
      number: month * 100 + index + 1,
      date: `${year}-${String(month).padStart(2, '0')}-${String(index * 5 + 1).padStart(2, '0')}`,
      customer,
      email: `${customer.toLowerCase()}@example.com`,
      total: month + index * 2.5,
    }));
  }
}
