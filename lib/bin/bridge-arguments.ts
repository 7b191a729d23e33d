import { parseArgs } from 'node:util';
import { UsageError } from './usage-error.js';

const DEFAULT_TOKEN_VARIABLE = 'NESTJS_MCP_TOKEN';

type Environment = Readonly<Record<string, string | undefined>>;

export interface BridgeArguments {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** What must never be logged. */
  readonly secrets: readonly string[];
}

/** @throws UsageError, without the values of headers */
export function readBridgeArguments(args: readonly string[], environment: Environment): BridgeArguments {
  const { values, positionals } = parse(args);
  const [address, ...more] = positionals;
  if (address === undefined || more.length > 0) {
    throw new UsageError(address === undefined ? 'The URL of the endpoint is missing' : 'Give one URL only');
  }
  const given = (values.header ?? []).map((header) => readHeader(header, environment));
  const headers = { ...tokenHeader(values['token-env'], environment), ...Object.fromEntries(given) };
  return { url: readUrl(address), headers, secrets: secretsOf(headers) };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { header: { type: 'string', multiple: true }, 'token-env': { type: 'string' } },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function readUrl(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new UsageError('The URL must begin with http:// or https://, as in http://localhost:3000/mcp');
  }
  return url;
}

function readHeader(header: string, environment: Environment): [string, string] {
  const colon = header.indexOf(':');
  const name = header.slice(0, colon).trim().toLowerCase();
  if (colon === -1 || !/^[\w!#$%&'*+.^`|~-]+$/.test(name)) {
    throw new UsageError("A header is written as --header 'Name: value'");
  }
  const value = header
    .slice(colon + 1)
    .trim()
    .replaceAll(/\$\{(\w+)\}/g, (_, variable: string) => valueOf(variable, environment));
  return [name, checked(name, value)];
}

function tokenHeader(variable: string | undefined, environment: Environment): Record<string, string> {
  if (variable === undefined && !environment[DEFAULT_TOKEN_VARIABLE]) {
    return {};
  }
  const token = valueOf(variable ?? DEFAULT_TOKEN_VARIABLE, environment);
  return { authorization: checked('authorization', `Bearer ${token}`) };
}

function valueOf(variable: string, environment: Environment): string {
  const value = environment[variable];
  if (!value) {
    throw new UsageError(`The environment variable ${variable} is not set`);
  }
  return value;
}

function checked(name: string, value: string): string {
  if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
    throw new UsageError(`The value of the header ${name} has characters that headers cannot have`);
  }
  return value;
}

/** The values of headers, and what follows a scheme such as `Bearer`. */
function secretsOf(headers: Readonly<Record<string, string>>): string[] {
  const values = Object.values(headers).flatMap((value) => [value, value.slice(value.indexOf(' ') + 1)]);
  return [...new Set(values)].filter((value) => value.length >= 4);
}
