import { parseArgs } from 'node:util';
import type { Adapter } from './app/app-settings.js';
import type { MeasureOptions } from './measure.js';

const ADAPTERS: readonly string[] = ['fastify', 'express'] satisfies Adapter[];

export interface Flags {
  readonly adapters: readonly Adapter[];
  readonly rounds: number;
  readonly measure: MeasureOptions;
  /** Everything, if empty. */
  readonly only: readonly string[];
}

export interface Defaults {
  readonly adapters: readonly Adapter[];
  readonly rounds: number;
}

/** Reads the command line. With `--help` it prints what can be given, and ends the process. */
export function readFlags(command: string, defaults: Defaults, names: readonly string[] = []): Flags {
  const { values } = parseArgs({
    options: {
      adapter: { type: 'string', multiple: true, default: [...defaults.adapters] },
      rounds: { type: 'string', default: String(defaults.rounds) },
      seconds: { type: 'string', default: '5' },
      warmup: { type: 'string', default: '5' },
      connections: { type: 'string', default: '10' },
      only: { type: 'string', multiple: true, default: [] },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(usage(command, defaults, names));
    process.exit();
  }
  if (names.length === 0 && values.only.length > 0) {
    throw new Error(`${command} has nothing to pick with --only`);
  }
  return {
    adapters: values.adapter.flatMap(listed).map(toAdapter),
    rounds: toNumber('rounds', values.rounds),
    measure: {
      warmupSeconds: toNumber('warmup', values.warmup),
      seconds: toNumber('seconds', values.seconds),
      connections: toNumber('connections', values.connections),
    },
    only: values.only.flatMap(listed),
  };
}

function usage(command: string, { adapters, rounds }: Defaults, names: readonly string[]): string {
  const lines = [
    `${command} -- [flags]`,
    `  --adapter fastify,express   (${adapters.join(',')})`,
    `  --rounds N                  (${rounds})`,
    '  --seconds N                 measured time of each cell (5)',
    '  --warmup N                  time before that (5; less measures code that V8 has not optimised)',
    '  --connections N             (10)',
  ];
  if (names.length > 0) {
    lines.push('  --only NAME,NAME            these, and what they are compared with:');
    lines.push(...names.map((name) => `                                ${name}`));
  }
  return lines.join('\n');
}

function listed(value: string): string[] {
  return value.split(',');
}

function toAdapter(name: string): Adapter {
  if (!ADAPTERS.includes(name)) {
    throw new Error(`--adapter takes fastify and express, not "${name}"`);
  }
  return name as Adapter;
}

function toNumber(flag: string, value: string): number {
  const number = Number(value);
  if (!(number > 0)) {
    throw new Error(`--${flag} takes a number above 0, not "${value}"`);
  }
  return number;
}
