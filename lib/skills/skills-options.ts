import { resolve } from 'node:path';
import type { McpSkillsOptions } from '../interfaces/index.js';

export interface ResolvedSkillsOptions {
  /** Absolute paths. */
  readonly directories: readonly string[];
  readonly watch: boolean;
}

const KEYS: readonly string[] = ['directory', 'watch'];

/** What is wrong with the option `skills`; undefined when nothing is. */
export function skillsProblem(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return "must be an object, such as { directory: 'skills' }";
  }
  const unknown = Object.keys(value).find((key) => !KEYS.includes(key));
  if (unknown !== undefined) {
    return `has the key "${unknown}", but takes only ${KEYS.join(', ')}`;
  }
  const { directory, watch } = value as { directory?: unknown; watch?: unknown };
  const directories: readonly unknown[] = Array.isArray(directory) ? directory : [directory];
  if (directories.length === 0 || !directories.every(isPath)) {
    return 'must have the path of a folder, or an array of paths, as "directory"';
  }
  return watch === undefined || typeof watch === 'boolean'
    ? undefined
    : 'must have true or false as its "watch"';
}

export function resolveSkills({ directory, watch = true }: McpSkillsOptions): ResolvedSkillsOptions {
  const directories = typeof directory === 'string' ? [directory] : directory;
  return { directories: [...new Set(directories.map((path) => resolve(path)))], watch };
}

function isPath(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '' && !value.includes('\0');
}
