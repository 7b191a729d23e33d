import { Exclude } from 'class-transformer';
import {
  Column,
  CreateDateColumn,
  Entity,
  JoinColumn,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
} from 'typeorm';
import type { Relation } from 'typeorm';
import { User } from '../auth/user.entity.js';
import { money } from '../common/money.transformer.js';
import { Customer } from '../customers/customer.entity.js';
import { OrderItem } from './order-item.entity.js';
import { OrderStatus } from './order-status.enum.js';

@Entity()
export class Order {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  /** What the barista calls out. */
  @Column({ unique: true })
  number!: number;

  @Column()
  nameOnCup!: string;

  @Column({ type: 'simple-enum', enum: OrderStatus })
  status!: OrderStatus;

  @OneToMany(() => OrderItem, (item) => item.order, { cascade: true, eager: true })
  items!: Relation<OrderItem[]>;

  @Column({ type: 'integer', transformer: money })
  total!: number;

  @Column({ type: 'datetime', nullable: true })
  pickUpAt!: Date | null;

  @CreateDateColumn()
  placedAt!: Date;

  @ManyToOne(() => Customer, { nullable: true, onDelete: 'SET NULL' })
  @JoinColumn({ name: 'customerId' })
  customer?: Relation<Customer>;

  @Column({ type: 'varchar', nullable: true })
  customerId!: string | null;

  @ManyToOne(() => User)
  @JoinColumn({ name: 'placedById' })
  placedBy?: Relation<User>;

  @Exclude()
  @Column()
  placedById!: number;
}
