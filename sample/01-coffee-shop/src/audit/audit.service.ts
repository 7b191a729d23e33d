import { Injectable, Scope } from '@nestjs/common';
import { EntityManager } from 'typeorm';
import { CurrentUserService } from '../auth/current-user.service.js';
import { AuditEntry } from './audit-entry.entity.js';

/** Remembers who changed what. Request-scoped, so callers need not say who they are. */
@Injectable({ scope: Scope.REQUEST })
export class AuditService {
  constructor(private readonly currentUser: CurrentUserService) {}

  /** Writes within the transaction of the change itself. */
  async record(manager: EntityManager, action: string, subject: string | number): Promise<void> {
    await manager.insert(AuditEntry, { caller: this.currentUser.name, action, subject: String(subject) });
  }
}
