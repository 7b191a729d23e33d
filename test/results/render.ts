import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as formats from 'ajv-formats';
import type { ValidateFunction } from 'ajv';
import type { CapturedResponse } from '../../lib/replay/interfaces/captured-response.interface.js';
import { renderToolResult } from '../../lib/results/index.js';
import type { ToolResult, ToolResultOptions } from '../../lib/results/index.js';

export const VERSIONS = ['2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'] as const;
export const LATEST = '2026-07-28';

type Version = (typeof VERSIONS)[number];
type Options = Partial<ToolResultOptions> & { version?: Version };

const validators = new Map<string, ValidateFunction>(
  VERSIONS.map((version) => [version, resultValidator(version)]),
);

export function captured(
  body: unknown,
  status = 200,
  headers: CapturedResponse['headers'] = {},
): CapturedResponse {
  return { status, headers, body };
}

export function optionsFor(options: Options = {}): ToolResultOptions {
  const version = options.version ?? LATEST;
  return {
    version,
    era: version === LATEST ? 'modern' : 'legacy',
    maxBlobBytes: 1024,
    hasOutputSchema: false,
    url: '/items/1',
    ...options,
  };
}

/** Renders, checks the result against the official schema of the version, and reads it like a client. */
export async function call(response: CapturedResponse, options: Options = {}): Promise<ToolResult> {
  const resolved = optionsFor(options);
  const result = JSON.parse(await renderToolResult(response, resolved)) as ToolResult;
  const validate = validators.get(resolved.version)!;
  if (!validate(result)) {
    throw new Error(`Not a result of ${resolved.version}: ${JSON.stringify(validate.errors)}`);
  }
  return result;
}

export async function textOf(response: CapturedResponse, options: Options = {}): Promise<string> {
  const { content } = await call(response, options);
  expect(content).toHaveLength(1);
  const [block] = content;
  if (block?.type !== 'text') {
    throw new Error(`Expected a text block: ${JSON.stringify(block)}`);
  }
  return block.text;
}

function resultValidator(version: Version): ValidateFunction {
  const file = new URL(`../fixtures/mcp-schema/${version}.json`, import.meta.url);
  const schema = JSON.parse(readFileSync(file, 'utf8')) as { $schema: string; $defs?: object };
  const options = { strict: false, allErrors: true } as const;
  const ajv = schema.$schema.includes('2020-12') ? new Ajv2020(options) : new Ajv(options);
  (formats.default as unknown as formats.FormatsPlugin)(ajv);
  ajv.addSchema(schema, 'mcp');
  return ajv.compile({ $ref: `mcp#/${schema.$defs ? '$defs' : 'definitions'}/CallToolResult` });
}
