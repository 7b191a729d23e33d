import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuthenticationGuard } from './authentication.guard.js';
import { CurrentUserService } from './current-user.service.js';
import { RolesGuard } from './roles.guard.js';
import { User } from './user.entity.js';
import { UsersService } from './users.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([User])],
  providers: [
    UsersService,
    CurrentUserService,
    { provide: APP_GUARD, useClass: AuthenticationGuard },
    { provide: APP_GUARD, useClass: RolesGuard },
  ],
  exports: [CurrentUserService],
})
export class AuthModule {}
