import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity()
export class AuditEntry {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column()
  caller!: string;

  /** What happened, e.g. `order.placed`. */
  @Column()
  action!: string;

  /** The id of what it happened to. */
  @Column()
  subject!: string;

  @CreateDateColumn()
  at!: Date;
}
