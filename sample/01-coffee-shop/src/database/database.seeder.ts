import { Injectable, OnModuleInit } from '@nestjs/common';
import { User } from '../auth/user.entity.js';
import { hashToken } from '../auth/users.service.js';
import { Customer } from '../customers/customer.entity.js';
import { MenuItem } from '../menu/menu-item.entity.js';
import { Order } from '../orders/order.entity.js';
import { SEED_CUSTOMERS, SEED_MENU, SEED_ORDERS, SEED_USERS } from './seed-data.js';
import { Transactions } from './transactions.service.js';

@Injectable()
export class DatabaseSeeder implements OnModuleInit {
  constructor(private readonly transactions: Transactions) {}

  async onModuleInit(): Promise<void> {
    await this.transactions.run(async (manager) => {
      await manager.save(manager.create(MenuItem, SEED_MENU));
      await manager.save(manager.create(Customer, SEED_CUSTOMERS));
      const users = SEED_USERS.map(({ token, ...user }) => ({ ...user, tokenHash: hashToken(token) }));
      await manager.save(manager.create(User, users));
      await manager.save(manager.create(Order, SEED_ORDERS));
    });
  }
}
