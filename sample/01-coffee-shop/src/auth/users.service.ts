import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { User } from './user.entity.js';

@Injectable()
export class UsersService {
  constructor(@InjectRepository(User) private readonly users: Repository<User>) {}

  findByToken(token: string): Promise<User | null> {
    return this.users.findOneBy({ tokenHash: hashToken(token) });
  }
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
