import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { LoggerService } from '@nestjs/common';
import { McpModule } from '../../lib/index.js';
import type { McpRootOptions } from '../../lib/index.js';
import { EndpointClient } from '../support/endpoint-client.js';
import { startApp } from '../support/running-app.js';
import type { PlatformName, RunningApp } from '../support/running-app.js';

export const SKILLS = 'io.modelcontextprotocol/skills';

/** A folder of skills on disk, which is removed after the test. */
export class SkillFolders {
  readonly root: string;
  /** Where nothing may be read from. */
  readonly outside: string;
  private readonly base: string;

  constructor() {
    this.base = realpathSync(mkdtempSync(join(tmpdir(), 'skills-')));
    this.root = this.path('../skills');
    this.outside = this.path('../outside');
    mkdirSync(this.root);
    mkdirSync(this.outside);
  }

  path(name: string): string {
    return join(this.base, 'skills', name);
  }

  write(name: string, content: string | Uint8Array): string {
    const path = this.path(name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return path;
  }

  /** A skill that is as it must be. */
  skill(folder: string, description = `What ${folder} is for`, body = 'Do it.\n'): string {
    const name = folder.split('/').at(-1);
    return this.write(
      `${folder}/SKILL.md`,
      `---\nname: ${name}\ndescription: ${description}\n---\n\n# ${name}\n\n${body}`,
    );
  }

  remove(): void {
    rmSync(this.base, { recursive: true, force: true });
  }
}

export class SkillApp {
  readonly client: EndpointClient;

  constructor(
    readonly running: RunningApp,
    readonly warnings: readonly string[],
  ) {
    this.client = new EndpointClient(running.mcp);
  }

  async result(method: string, params: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
    const { message } = await this.client.modern(method, params);
    if (!message.result) {
      throw new Error(JSON.stringify(message.error));
    }
    return message.result;
  }

  async skills(): Promise<SkillEntry[]> {
    return (await this.result('skills/list'))['skills'] as SkillEntry[];
  }

  async skillUris(): Promise<string[]> {
    return (await this.skills()).map(({ uri }) => uri);
  }

  async text(uri: string): Promise<string | undefined> {
    const { contents } = (await this.result('resources/read', { uri })) as { contents: { text?: string }[] };
    return contents[0]!.text;
  }

  async errorCode(method: string, params: Record<string, unknown>): Promise<number | undefined> {
    return (await this.client.modern(method, params)).message.error?.code;
  }
}

export interface SkillEntry {
  readonly uri: string;
  readonly frontmatter: Record<string, unknown>;
  readonly resources: readonly { readonly uri: string; readonly digest: string; readonly size: number }[];
}

export async function startSkills(
  platform: PlatformName,
  directory: string | readonly string[],
  { skills, ...options }: Omit<McpRootOptions, 'skills'> & { skills?: { watch: boolean } } = {},
): Promise<SkillApp> {
  const warnings: string[] = [];
  const ignore = () => undefined;
  const logger: LoggerService = {
    log: ignore,
    error: ignore,
    warn: (message: unknown) => void warnings.push(String(message)),
  };
  const running = await startApp({
    platform,
    module: { imports: [McpModule.forRoot({ ...options, skills: { directory, ...skills } })] },
    logger,
  });
  return new SkillApp(running, warnings);
}

export function sha256(content: string | Uint8Array): string {
  return `sha256:${createHash('sha256').update(content).digest('hex')}`;
}
