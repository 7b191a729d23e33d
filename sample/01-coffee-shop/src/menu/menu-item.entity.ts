import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { money } from '../common/money.transformer.js';
import { MenuCategory } from './menu-category.enum.js';

@Entity()
export class MenuItem {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ unique: true })
  name!: string;

  @Column({ default: '' })
  description!: string;

  @Column({ type: 'simple-enum', enum: MenuCategory })
  category!: MenuCategory;

  @Column({ type: 'integer', transformer: money })
  price!: number;

  @Column({ default: true })
  available!: boolean;
}
