import { ConflictException, ForbiddenException, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { AuditService } from '../audit/audit.service.js';
import { CurrentUserService } from '../auth/current-user.service.js';
import { Transactions } from '../database/transactions.service.js';
import { Customer } from './customer.entity.js';
import { RegisterCustomerDto } from './dto/register-customer.dto.js';

export interface LoyaltyAccount {
  points: number;
  tier: 'bronze' | 'silver' | 'gold';
}

@Injectable()
export class CustomersService {
  constructor(
    @InjectRepository(Customer) private readonly customers: Repository<Customer>,
    private readonly transactions: Transactions,
    private readonly audit: AuditService,
    private readonly currentUser: CurrentUserService,
  ) {}

  register(dto: RegisterCustomerDto): Promise<Customer> {
    return this.transactions.run(async (manager) => {
      if (await manager.existsBy(Customer, { email: dto.email })) {
        throw new ConflictException(`${dto.email} is registered already`);
      }
      const customer = await manager.save(manager.create(Customer, dto));
      await this.audit.record(manager, 'customer.registered', customer.id);
      return customer;
    });
  }

  get(id: string): Promise<Customer> {
    this.refuseStrangers(id);
    return this.customers.findOneByOrFail({ id });
  }

  async loyalty(id: string): Promise<LoyaltyAccount> {
    return toLoyaltyAccount(await this.get(id));
  }

  redeem(id: string, points: number): Promise<LoyaltyAccount> {
    return this.transactions.run(async (manager) => {
      const customer = await manager.findOneByOrFail(Customer, { id });
      if (customer.loyaltyPoints < points) {
        throw new ConflictException(`${customer.name} has ${customer.loyaltyPoints} points only`);
      }
      customer.loyaltyPoints -= points;
      await manager.save(customer);
      await this.audit.record(manager, `customer.redeemed-${points}`, id);
      return toLoyaltyAccount(customer);
    });
  }

  erase(id: string): Promise<void> {
    return this.transactions.run(async (manager) => {
      await manager.remove(await manager.findOneByOrFail(Customer, { id }));
      await this.audit.record(manager, 'customer.erased', id);
    });
  }

  /** Staff sees every customer, a customer only themselves. */
  refuseStrangers(customerId: string): void {
    if (!this.currentUser.isStaff && this.currentUser.get().customerId !== customerId) {
      throw new ForbiddenException('This is the account of someone else');
    }
  }
}

function toLoyaltyAccount({ loyaltyPoints }: Customer): LoyaltyAccount {
  const tier = loyaltyPoints >= 250 ? 'gold' : loyaltyPoints >= 100 ? 'silver' : 'bronze';
  return { points: loyaltyPoints, tier };
}
