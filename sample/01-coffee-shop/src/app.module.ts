import { ClassSerializerInterceptor, Module, ValidationPipe } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { McpModule } from 'nestjs-mcp';
import { AuditModule } from './audit/audit.module.js';
import { AuthModule } from './auth/auth.module.js';
import { EntityNotFoundFilter } from './common/entity-not-found.filter.js';
import { RequestLogInterceptor } from './common/request-log.interceptor.js';
import { CustomersModule } from './customers/customers.module.js';
import { DatabaseModule } from './database/database.module.js';
import { MenuModule } from './menu/menu.module.js';
import { OrdersModule } from './orders/orders.module.js';

@Module({
  imports: [
    McpModule.forRoot({
      name: 'coffee-shop',
      version: '1.0.0',
      title: 'Coffee Shop',
      instructions:
        'A coffee shop with table and take-away service. Look items up with menu_list before you place an order, ' +
        'and tell the total before you place it. Reading the menu needs no account, ordering does.',
    }),
    DatabaseModule,
    AuthModule,
    AuditModule,
    MenuModule,
    OrdersModule,
    CustomersModule,
  ],
  providers: [
    {
      provide: APP_PIPE,
      useValue: new ValidationPipe({ transform: true, whitelist: true, forbidNonWhitelisted: true }),
    },
    { provide: APP_INTERCEPTOR, useClass: RequestLogInterceptor },
    { provide: APP_INTERCEPTOR, useClass: ClassSerializerInterceptor },
    { provide: APP_FILTER, useClass: EntityNotFoundFilter },
  ],
})
export class AppModule {}
