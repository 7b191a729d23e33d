import { inputPlaces, nestingDepth } from './schema-places.js';
import type { LintedTool, LintRule } from './lint.interface.js';

const OPENAI_LIMITS = 'https://platform.openai.com/docs/guides/structured-outputs#supported-schemas';
const MOST_LEVELS = 10;
const MOST_PROPERTIES = 5000;
const MOST_ENUM_VALUES = 1000;
const MOST_TOOLS_IN_CURSOR = 40;
const MOST_TOOLS = 128;

/** Rules about size, and about hints. */
export const LIMIT_RULES: readonly LintRule[] = [
  {
    rule: 'nesting-depth',
    effects: [{ client: 'ChatGPT/OpenAI', effect: 'refuses the tool in strict mode', source: OPENAI_LIMITS }],
    *find({ inputSchema }) {
      const depth = nestingDepth(inputSchema);
      if (depth > MOST_LEVELS) {
        yield {
          path: 'inputSchema',
          what: `the arguments are ${depth} objects deep, and ${MOST_LEVELS} are allowed`,
        };
      }
    },
  },
  {
    rule: 'property-count',
    effects: [{ client: 'ChatGPT/OpenAI', effect: 'refuses the tool in strict mode', source: OPENAI_LIMITS }],
    *find(tool) {
      const count = sumOf(tool, ({ properties = {} }) => Object.keys(properties).length);
      if (count > MOST_PROPERTIES) {
        yield {
          path: 'inputSchema',
          what: `the arguments have ${count} properties, and ${MOST_PROPERTIES} are allowed`,
        };
      }
    },
  },
  {
    rule: 'enum-count',
    effects: [{ client: 'ChatGPT/OpenAI', effect: 'refuses the tool in strict mode', source: OPENAI_LIMITS }],
    *find(tool) {
      const count = sumOf(tool, (schema) => schema.enum?.length ?? 0);
      if (count > MOST_ENUM_VALUES) {
        yield {
          path: 'inputSchema',
          what: `the arguments have ${count} values of enums, and ${MOST_ENUM_VALUES} are allowed`,
        };
      }
    },
  },
  {
    rule: 'tool-count-cursor',
    effects: [
      { client: 'Cursor', effect: 'shows a part of them to the model', source: 'anyproto/anytype-mcp#5' },
    ],
    *findAll({ tools }) {
      if (tools.length > MOST_TOOLS_IN_CURSOR) {
        yield {
          path: '',
          what: `there are ${tools.length} tools, and ${MOST_TOOLS_IN_CURSOR} of all servers together are safe`,
        };
      }
    },
  },
  {
    rule: 'tool-count',
    effects: [
      { client: 'VS Code/Copilot', effect: 'refuses every request', source: 'anomalyco/opencode#4909' },
      { client: 'ChatGPT/OpenAI', effect: 'refuses every request', source: 'zed-industries/zed#42393' },
    ],
    *findAll({ tools }) {
      if (tools.length > MOST_TOOLS) {
        yield { path: '', what: `there are ${tools.length} tools, and ${MOST_TOOLS} are allowed` };
      }
    },
  },
  {
    rule: 'missing-hints',
    effects: [
      {
        client: 'ChatGPT/OpenAI',
        effect: 'takes the tool for a destructive one',
        source: 'oraios/serena#816',
      },
      { client: 'Claude', effect: 'asks before every call', source: 'elgorro/aiquila#386' },
    ],
    *find({ annotations = {} }) {
      const missing = (['readOnlyHint', 'destructiveHint'] as const).filter(
        (hint) => annotations[hint] === undefined,
      );
      if (missing.length > 0) {
        yield { path: 'annotations', what: `the tool does not say ${missing.join(' and ')}` };
      }
    },
  },
  {
    rule: 'missing-open-world-hint',
    isQuietAtBoot: true,
    effects: [
      {
        client: 'ChatGPT/OpenAI',
        effect: 'takes no app with such a tool into its directory',
        source: 'olostep/olostep-mcp-server#22',
      },
    ],
    *find({ annotations = {} }) {
      if (annotations.openWorldHint === undefined) {
        yield { path: 'annotations', what: 'the tool does not say openWorldHint' };
      }
    },
  },
];

type Count = (schema: LintedTool['inputSchema']) => number;

function sumOf(tool: LintedTool, count: Count): number {
  let sum = 0;
  for (const { schema } of inputPlaces(tool)) {
    sum += count(schema);
  }
  return sum;
}
