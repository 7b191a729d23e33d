import type { JsonSchema } from '../interfaces/index.js';
import { allPlaces, hasType, inputPlaces } from './schema-places.js';
import type { LintRule } from './lint.interface.js';

const ROOT_UNIONS = ['anyOf', 'oneOf', 'allOf'] as const;
/** Look-around, Unicode properties, named groups and back references: other engines have none of them, or other ones. */
const UNSAFE_PATTERN = /\(\?<?[=!]|\\[pPkK][{<]|\(\?<[A-Za-z]|\\[1-9]/;

/** Rules about how schemas are written. */
export const SCHEMA_RULES: readonly LintRule[] = [
  {
    rule: 'root-not-object',
    effects: [
      { client: 'Claude', effect: 'drops all tools of the server', source: 'anthropics/claude-code#88049' },
      { client: 'ChatGPT/OpenAI', effect: 'refuses every request', source: 'langchain-ai/langchainjs#9804' },
    ],
    *find({ inputSchema }) {
      if (inputSchema.type !== 'object') {
        yield { path: 'inputSchema', what: 'the arguments have no "type": "object" at the root' };
      }
    },
  },
  {
    rule: 'root-union',
    effects: [
      { client: 'Claude', effect: 'refuses every request', source: 'anthropics/claude-code#40075' },
      { client: 'ChatGPT/OpenAI', effect: 'refuses every request', source: 'nspady/google-calendar-mcp#39' },
    ],
    *find({ inputSchema }) {
      for (const keyword of ROOT_UNIONS.filter((union) => inputSchema[union] !== undefined)) {
        yield { path: `inputSchema.${keyword}`, what: `the arguments have "${keyword}" at the root` };
      }
    },
  },
  {
    rule: 'schema-reference',
    effects: [
      { client: 'Claude', effect: 'may fail to list the tools', source: 'anthropics/claude-code#76040' },
      { client: 'VS Code/Copilot', effect: 'cannot fill the argument in', source: 'github/copilot-cli#1876' },
      { client: 'Gemini', effect: 'refuses every request', source: 'google-gemini/gemini-cli#13326' },
      { client: 'n8n', effect: 'drops what is referred to', source: 'n8n-io/n8n#25964' },
    ],
    *find(tool) {
      for (const { schema, path } of allPlaces(tool)) {
        if (schema.$ref !== undefined) {
          yield { path, what: `"$ref": ${JSON.stringify(schema.$ref)} stands for another schema` };
        }
      }
    },
  },
  {
    rule: 'array-without-items',
    effects: [
      { client: 'VS Code/Copilot', effect: 'refuses the tool', source: 'microsoft/vscode#284536' },
      { client: 'ChatGPT/OpenAI', effect: 'refuses every request', source: 'ruvnet/ruflo#1294' },
      { client: 'Gemini', effect: 'refuses every request', source: 'kkrishnan90/gemini-desktop#7' },
      { client: 'n8n', effect: 'fails with OpenAI models', source: 'Automattic/wordpress-mcp#98' },
    ],
    *find(tool) {
      for (const { schema, path } of inputPlaces(tool)) {
        if (hasType(schema, 'array') && schema.items === undefined) {
          yield { path, what: 'an array has no "items"' };
        }
      }
    },
  },
  {
    rule: 'type-array',
    effects: [
      { client: 'Gemini', effect: 'refuses every request', source: 'WordPress/ai-provider-for-google#33' },
    ],
    *find(tool) {
      for (const { schema, path } of inputPlaces(tool)) {
        if (Array.isArray(schema.type)) {
          yield { path, what: `"type" is the list ${JSON.stringify(schema.type)}; "anyOf" is understood` };
        }
      }
    },
  },
  {
    rule: 'enum-not-of-strings',
    effects: [{ client: 'Gemini', effect: 'refuses every request', source: 'google-gemini/gemini-cli#4415' }],
    *find(tool) {
      for (const { schema, path } of inputPlaces(tool)) {
        if (schema.enum?.some((value) => typeof value !== 'string')) {
          yield { path, what: '"enum" has values that are no strings' };
        }
      }
    },
  },
  {
    rule: 'const-keyword',
    effects: [
      {
        client: 'Gemini',
        effect: 'may refuse every request',
        source: 'taylorwilsdon/google_workspace_mcp#1099',
      },
    ],
    *find(tool) {
      for (const { schema, path } of inputPlaces(tool)) {
        if (schema.const !== undefined) {
          yield { path, what: '"const" is used; "enum" with one value is understood' };
        }
      }
    },
  },
  {
    rule: 'nested-composition',
    effects: [{ client: 'ChatGPT/OpenAI', effect: 'refuses every request', source: 'can1357/oh-my-pi#920' }],
    *find(tool) {
      for (const { schema, path } of inputPlaces(tool)) {
        const keyword = path === 'inputSchema' ? undefined : compositionOf(schema);
        if (keyword !== undefined) {
          yield { path, what: `"${keyword}" is used; "anyOf" is understood` };
        }
      }
    },
  },
  {
    rule: 'conditional-schema',
    effects: [{ client: 'Gemini', effect: 'refuses every request', source: 'zendev-sh/goai#39' }],
    *find(tool) {
      for (const { schema, path } of inputPlaces(tool)) {
        if (schema.if !== undefined) {
          yield { path, what: '"if" is used' };
        }
      }
    },
  },
  {
    rule: 'unsafe-pattern',
    effects: [
      { client: 'ChatGPT/OpenAI', effect: 'refuses every request', source: 'anomalyco/opencode#32073' },
      { client: 'VS Code/Copilot', effect: 'fails with OpenAI models', source: 'decolua/9router#3938' },
    ],
    *find(tool) {
      for (const { schema, path } of inputPlaces(tool)) {
        if (schema.pattern !== undefined && UNSAFE_PATTERN.test(schema.pattern)) {
          yield {
            path,
            what: `the pattern ${JSON.stringify(schema.pattern)} has look-around, \\p{} or references, which not every engine has`,
          };
        }
      }
    },
  },
  {
    rule: 'output-not-object',
    effects: [
      { client: 'Claude', effect: 'drops the tool', source: 'Wynelson94/longhand#10' },
      { client: 'Cursor', effect: 'drops all tools of the server', source: 'opentokenz/mcpx#28' },
    ],
    *find({ outputSchema }) {
      if (outputSchema && outputSchema.type !== 'object') {
        yield { path: 'outputSchema', what: 'the result has no "type": "object" at the root' };
      }
    },
  },
];

function compositionOf(schema: JsonSchema): string | undefined {
  return ['oneOf', 'allOf'].find((keyword) => schema[keyword] !== undefined);
}
