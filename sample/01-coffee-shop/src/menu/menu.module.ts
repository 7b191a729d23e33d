import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module.js';
import { MenuItem } from './menu-item.entity.js';
import { MenuController } from './menu.controller.js';
import { MenuService } from './menu.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([MenuItem]), AuditModule],
  controllers: [MenuController],
  providers: [MenuService],
})
export class MenuModule {}
