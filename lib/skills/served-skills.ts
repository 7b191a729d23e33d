import { Inject, Injectable, Logger } from '@nestjs/common';
import type { BeforeApplicationShutdown, OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { LiveCatalog } from '../catalog/index.js';
import type { ResolvedMcpOptions } from '../mcp-options.defaults.js';
import { MCP_MODULE_OPTIONS } from '../mcp.constants.js';
import { ChangeFeed } from '../subscriptions/index.js';
import { SkillLibrary } from './skill-library.js';
import { resolveSkills } from './skills-options.js';

/** The skills of the option `skills`, for as long as the application runs. */
@Injectable()
export class ServedSkills implements OnModuleInit, BeforeApplicationShutdown {
  /** Undefined when the server offers no skills. */
  library?: SkillLibrary;

  private readonly logger = new Logger('McpModule');

  constructor(
    @Inject(MCP_MODULE_OPTIONS) private readonly options: ResolvedMcpOptions,
    @Inject(HttpAdapterHost) private readonly adapterHost: HttpAdapterHost,
    @Inject(LiveCatalog) private readonly catalog: LiveCatalog,
    @Inject(ChangeFeed) private readonly changes: ChangeFeed,
  ) {}

  /** Nest waits for it before that of the module itself, which makes the methods. */
  async onModuleInit(): Promise<void> {
    const { skills, maxBlobBytes } = this.options;
    if (!skills || !this.adapterHost.httpAdapter) {
      return;
    }
    const library = new SkillLibrary({
      ...resolveSkills(skills),
      maxFileBytes: maxBlobBytes,
      warn: (text) => this.logger.warn(text),
      changed: (uris) => this.tell(uris),
    });
    this.catalog.renew('resources');
    await library.open();
    const { length } = library.snapshot.skills;
    this.logger.log(`${length} skill${length === 1 ? '' : 's'}`);
    this.library = library;
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.library?.close();
  }

  private tell(uris: readonly string[]): void {
    this.catalog.renew('resources');
    if (!this.library) {
      // The first look.
      return;
    }
    this.changes.listChanged('resources');
    uris.forEach((uri) => this.changes.resourceUpdated(uri));
  }
}
