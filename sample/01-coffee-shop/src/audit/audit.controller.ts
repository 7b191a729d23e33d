import { Controller, DefaultValuePipe, Get, ParseIntPipe, Query } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { McpParam, McpTool } from 'nestjs-mcp';
import { Repository } from 'typeorm';
import { Role } from '../auth/role.enum.js';
import { Roles } from '../auth/roles.decorator.js';
import { AuditEntry } from './audit-entry.entity.js';

@Controller('audit')
@Roles(Role.Manager)
export class AuditController {
  constructor(@InjectRepository(AuditEntry) private readonly entries: Repository<AuditEntry>) {}

  @Get()
  @McpTool({ name: 'audit_log', description: 'Who changed what, newest first. For managers.' })
  list(
    @McpParam({ description: 'How many entries to return.', default: 20, examples: [5] })
    @Query('limit', new DefaultValuePipe(20), ParseIntPipe)
    limit: number,
  ): Promise<AuditEntry[]> {
    return this.entries.find({ order: { id: 'DESC' }, take: Math.min(limit, 100) });
  }
}
