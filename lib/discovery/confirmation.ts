import type { JsonSchema, McpCallContext, McpConfirmMessage } from '../interfaces/index.js';

type Arguments = Readonly<Record<string, unknown>>;

/** Makes the question that `@McpConfirm()` asks about one call. */
export type Confirmation = (args: Arguments, context: McpCallContext) => string | Promise<string>;

const PLACEHOLDER = /\{([^{}]+)\}/g;
const LONGEST_VALUE = 200;

/** @throws Error that names the placeholder which is no argument of the tool */
export function createConfirmation(
  message: McpConfirmMessage,
  inputSchema: JsonSchema,
  label: string,
): Confirmation {
  if (typeof message === 'function') {
    return message;
  }
  if (typeof message !== 'string' || message.trim() === '') {
    throw new Error(`${label}: @McpConfirm() needs a question, or a function that makes one.`);
  }
  const known = Object.keys(inputSchema.properties ?? {});
  for (const [placeholder, name] of message.matchAll(PLACEHOLDER)) {
    if (!known.includes(name!) && inputSchema.additionalProperties === false) {
      throw new Error(
        `${label}: @McpConfirm() names ${placeholder}, which is no argument of the tool. ` +
          (known.length > 0 ? `Its arguments are ${known.join(', ')}.` : 'It has no arguments.'),
      );
    }
  }
  return (args) => message.replace(PLACEHOLDER, (_, name: string) => shown(args[name]));
}

/** On one line and short, so that a value cannot pass for a part of the question. */
function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '(none)');
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');
  return line.length > LONGEST_VALUE ? `${line.slice(0, LONGEST_VALUE)}…` : line;
}
