import { Exclude } from 'class-transformer';
import { Column, Entity, JoinColumn, ManyToOne, PrimaryGeneratedColumn } from 'typeorm';
import type { Relation } from 'typeorm';
import { money } from '../common/money.transformer.js';
import { MenuItem } from '../menu/menu-item.entity.js';
import { CupSize, Extra } from './order-options.js';
import { Order } from './order.entity.js';

/** What was ordered, with the name and the price it had then. */
@Entity()
export class OrderItem {
  @Exclude()
  @PrimaryGeneratedColumn()
  id!: number;

  @Exclude()
  @ManyToOne(() => Order, (order) => order.items, { onDelete: 'CASCADE' })
  order!: Relation<Order>;

  @ManyToOne(() => MenuItem, { nullable: true, onDelete: 'SET NULL' })
  @JoinColumn({ name: 'menuItemId' })
  menuItem?: Relation<MenuItem>;

  @Column({ type: 'integer', nullable: true })
  menuItemId!: number | null;

  @Column()
  name!: string;

  @Column({ type: 'simple-enum', enum: CupSize })
  size!: CupSize;

  @Column('simple-json')
  extras!: Extra[];

  @Column()
  quantity!: number;

  @Column({ type: 'integer', transformer: money })
  unitPrice!: number;
}
