import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DatabaseSeeder } from './database.seeder.js';
import { Transactions } from './transactions.service.js';

/** SQLite in memory, compiled to WebAssembly: nothing to install, and a fresh shop on every start. */
@Global()
@Module({
  imports: [TypeOrmModule.forRoot({ type: 'sqljs', autoLoadEntities: true, synchronize: true })],
  providers: [Transactions, DatabaseSeeder],
  exports: [Transactions],
})
export class DatabaseModule {}
