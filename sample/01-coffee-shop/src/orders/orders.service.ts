import {
  ConflictException,
  ForbiddenException,
  Injectable,
  UnprocessableEntityException,
} from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { EntityManager, In, Repository } from 'typeorm';
import { AuditService } from '../audit/audit.service.js';
import { CurrentUserService } from '../auth/current-user.service.js';
import { Page, pageWindow, toPage } from '../common/page.js';
import { Customer } from '../customers/customer.entity.js';
import { CustomersService } from '../customers/customers.service.js';
import { Transactions } from '../database/transactions.service.js';
import { MenuItem } from '../menu/menu-item.entity.js';
import { ListOrdersQueryDto } from './dto/list-orders-query.dto.js';
import { OrderItemDto } from './dto/order-item.dto.js';
import { PlaceOrderDto } from './dto/place-order.dto.js';
import { OrderItem } from './order-item.entity.js';
import { priceOf, totalOf } from './order-pricing.js';
import { NEXT_STATUSES, OrderStatus } from './order-status.enum.js';
import { Order } from './order.entity.js';

export type BoardEntry = Pick<Order, 'number' | 'nameOnCup' | 'status'>;

@Injectable()
export class OrdersService {
  constructor(
    @InjectRepository(Order) private readonly orders: Repository<Order>,
    private readonly transactions: Transactions,
    private readonly customers: CustomersService,
    private readonly audit: AuditService,
    private readonly currentUser: CurrentUserService,
  ) {}

  place(dto: PlaceOrderDto): Promise<Order> {
    const user = this.currentUser.get();
    const customerId = dto.customerId ?? user.customerId;
    if (customerId) this.customers.refuseStrangers(customerId);

    return this.transactions.run(async (manager) => {
      if (customerId) await manager.findOneByOrFail(Customer, { id: customerId });
      const items = await Promise.all(dto.items.map((item) => toOrderItem(manager, item)));
      const order = manager.create(Order, {
        number: ((await manager.maximum(Order, 'number')) ?? 100) + 1,
        nameOnCup: dto.nameOnCup ?? user.name,
        status: OrderStatus.Placed,
        pickUpAt: dto.pickUpAt ?? null,
        placedById: user.id,
        total: totalOf(items),
        customerId,
        items,
      });
      await manager.save(order);
      await this.audit.record(manager, 'order.placed', order.id);
      return order;
    });
  }

  async quote(items: OrderItemDto[]): Promise<number> {
    return totalOf(await Promise.all(items.map((item) => toOrderItem(this.orders.manager, item))));
  }

  async mine(query: ListOrdersQueryDto): Promise<Page<Order>> {
    const { id, customerId } = this.currentUser.get();
    const status = query.status && { status: query.status };
    const found = await this.orders.findAndCount({
      where: [{ placedById: id, ...status }, ...(customerId ? [{ customerId, ...status }] : [])],
      order: { number: 'DESC' },
      ...pageWindow(query),
    });
    return toPage(found, query);
  }

  board(): Promise<BoardEntry[]> {
    return this.orders.find({
      select: { number: true, nameOnCup: true, status: true },
      where: { status: In([OrderStatus.Placed, OrderStatus.Preparing, OrderStatus.Ready]) },
      loadEagerRelations: false,
      order: { number: 'ASC' },
    });
  }

  async get(id: string): Promise<Order> {
    const order = await this.orders.findOneByOrFail({ id });
    this.refuseStrangers(order);
    return order;
  }

  cancel(id: string): Promise<Order> {
    return this.moveTo(id, OrderStatus.Cancelled);
  }

  moveTo(id: string, status: OrderStatus): Promise<Order> {
    return this.transactions.run(async (manager) => {
      const order = await manager.findOneByOrFail(Order, { id });
      this.refuseStrangers(order);
      if (!NEXT_STATUSES[order.status].includes(status)) {
        throw new ConflictException(`Order ${order.number} is ${order.status} and cannot become ${status}`);
      }
      order.status = status;
      await manager.save(order);
      if (status === OrderStatus.PickedUp && order.customerId) {
        await manager.increment(Customer, { id: order.customerId }, 'loyaltyPoints', Math.floor(order.total));
      }
      await this.audit.record(manager, `order.${status}`, id);
      return order;
    });
  }

  private refuseStrangers({ placedById, customerId }: Order): void {
    const user = this.currentUser.get();
    const isOwn = placedById === user.id || (customerId !== null && customerId === user.customerId);
    if (!isOwn && !this.currentUser.isStaff)
      throw new ForbiddenException('This is the order of someone else');
  }
}

async function toOrderItem(manager: EntityManager, item: OrderItemDto): Promise<OrderItem> {
  const menuItem = await manager.findOneBy(MenuItem, { id: item.menuItemId });
  if (!menuItem) throw new UnprocessableEntityException(`There is no menu item ${item.menuItemId}`);
  return manager.create(OrderItem, { ...item, name: menuItem.name, unitPrice: priceOf(menuItem, item) });
}
