import { Exclude } from 'class-transformer';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { Role } from './role.enum.js';

@Entity()
export class User {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column()
  name!: string;

  @Column({ type: 'simple-enum', enum: Role })
  role!: Role;

  @Exclude()
  @Column({ unique: true })
  tokenHash!: string;

  /** The loyalty account of a user with the role of a customer. */
  @Column({ type: 'varchar', nullable: true })
  customerId!: string | null;
}
