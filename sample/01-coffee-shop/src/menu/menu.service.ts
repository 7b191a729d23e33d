import { ConflictException, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import {
  And,
  EntityManager,
  FindOptionsWhere,
  LessThanOrEqual,
  Like,
  MoreThanOrEqual,
  Not,
  Repository,
} from 'typeorm';
import { AuditService } from '../audit/audit.service.js';
import { Page, pageWindow, toPage } from '../common/page.js';
import { Transactions } from '../database/transactions.service.js';
import { CreateMenuItemDto } from './dto/create-menu-item.dto.js';
import { ListMenuQueryDto } from './dto/list-menu-query.dto.js';
import { UpdateMenuItemDto } from './dto/update-menu-item.dto.js';
import { MenuCategory } from './menu-category.enum.js';
import { MenuItem } from './menu-item.entity.js';

export interface CategorySummary {
  category: MenuCategory;
  items: number;
}

@Injectable()
export class MenuService {
  constructor(
    @InjectRepository(MenuItem) private readonly menu: Repository<MenuItem>,
    private readonly transactions: Transactions,
    private readonly audit: AuditService,
  ) {}

  async list(query: ListMenuQueryDto): Promise<Page<MenuItem>> {
    const found = await this.menu.findAndCount({
      where: toConditions(query),
      order: { category: 'ASC', name: 'ASC' },
      ...pageWindow(query),
    });
    return toPage(found, query);
  }

  async categories(): Promise<CategorySummary[]> {
    return Promise.all(
      Object.values(MenuCategory).map(async (category) => ({
        category,
        items: await this.menu.countBy({ category }),
      })),
    );
  }

  get(id: number): Promise<MenuItem> {
    return this.menu.findOneByOrFail({ id });
  }

  create(dto: CreateMenuItemDto): Promise<MenuItem> {
    return this.transactions.run(async (manager) => {
      await refuseTakenName(manager, dto.name);
      const item = await manager.save(manager.create(MenuItem, dto));
      await this.audit.record(manager, 'menu.created', item.id);
      return item;
    });
  }

  update(id: number, dto: UpdateMenuItemDto): Promise<MenuItem> {
    return this.transactions.run(async (manager) => {
      const item = await manager.findOneByOrFail(MenuItem, { id });
      if (dto.name !== undefined) await refuseTakenName(manager, dto.name, id);
      await manager.save(manager.merge(MenuItem, item, dto));
      await this.audit.record(manager, 'menu.updated', id);
      return item;
    });
  }

  remove(id: number): Promise<void> {
    return this.transactions.run(async (manager) => {
      await manager.remove(await manager.findOneByOrFail(MenuItem, { id }));
      await this.audit.record(manager, 'menu.removed', id);
    });
  }
}

function toConditions(query: ListMenuQueryDto): FindOptionsWhere<MenuItem>[] {
  const filters: FindOptionsWhere<MenuItem> = {
    ...(query.category && { category: query.category }),
    ...(query.available !== undefined && { available: query.available }),
    price: And(
      MoreThanOrEqual(query.minPrice ?? 0),
      LessThanOrEqual(query.maxPrice ?? Number.MAX_SAFE_INTEGER),
    ),
  };
  if (!query.search) return [filters];
  const pattern = Like(`%${query.search}%`);
  return [
    { ...filters, name: pattern },
    { ...filters, description: pattern },
  ];
}

async function refuseTakenName(manager: EntityManager, name: string, exceptId = 0): Promise<void> {
  if (await manager.existsBy(MenuItem, { name, id: Not(exceptId) })) {
    throw new ConflictException(`There is already a menu item named ${name}`);
  }
}
