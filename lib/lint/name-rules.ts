import type { LintRule } from './lint.interface.js';

const MOST_CHARACTERS = 64;
/** Cursor counts the server's name as well. */
const MOST_WITH_SERVER = 60;

/** Rules about names and descriptions. */
export const NAME_RULES: readonly LintRule[] = [
  {
    rule: 'tool-name-length',
    effects: [
      { client: 'Claude', effect: 'refuses the tool', source: 'tadata-org/fastapi_mcp#64' },
      {
        client: 'ChatGPT/OpenAI',
        effect: 'refuses every request',
        source: 'microsoft/foundry-dev-tools#201',
      },
      { client: 'VS Code/Copilot', effect: 'fails with every request', source: 'microsoft/vscode#243602' },
    ],
    *find({ name }) {
      if (name.length > MOST_CHARACTERS) {
        yield {
          path: 'name',
          what: `the tool name has ${name.length} characters; some clients refuse more than ${MOST_CHARACTERS}`,
        };
      }
    },
  },
  {
    rule: 'tool-name-with-server',
    isQuietAtBoot: true,
    effects: [{ client: 'Cursor', effect: 'leaves the tool out', source: 'ComposioHQ/composio#2788' }],
    *find({ name }, server) {
      const length = server.name.length + 1 + name.length;
      if (length > MOST_WITH_SERVER) {
        yield {
          path: 'name',
          what: `the tool name has ${length} characters with the server's name "${server.name}" before it, and ${MOST_WITH_SERVER} are allowed`,
        };
      }
    },
  },
  {
    rule: 'tool-name-dot',
    effects: [
      { client: 'VS Code/Copilot', effect: 'fails with every request', source: 'github/copilot-cli#2581' },
      { client: 'ChatGPT/OpenAI', effect: 'refuses every request', source: 'openai/codex#8174' },
    ],
    *find({ name }) {
      if (name.includes('.')) {
        yield { path: 'name', what: 'the tool name has a dot, which some clients refuse' };
      }
    },
  },
  {
    rule: 'tool-name-start',
    effects: [{ client: 'Gemini', effect: 'refuses every request', source: 'NitroRCr/AIaW#158' }],
    *find({ name }) {
      if (!/^[A-Za-z_]/.test(name)) {
        yield { path: 'name', what: 'the tool name does not begin with a letter or "_"' };
      }
    },
  },
  {
    rule: 'missing-description',
    effects: [
      {
        client: 'Claude',
        effect: 'chooses tools by their description',
        source: 'https://claude.com/docs/connectors/building/review-criteria',
      },
      {
        client: 'ChatGPT/OpenAI',
        effect: 'chooses tools by their description',
        source: 'https://platform.openai.com/docs/guides/function-calling',
      },
    ],
    *find({ description }) {
      if (description === undefined || description.trim() === '') {
        yield { path: 'description', what: 'the tool has no description' };
      }
    },
  },
  {
    rule: 'property-name',
    effects: [
      { client: 'Claude', effect: 'refuses every request', source: 'anthropics/claude-code#92648' },
      {
        client: 'VS Code/Copilot',
        effect: 'fails with Claude models',
        source: 'anthropics/claude-code#79418',
      },
    ],
    *find({ inputSchema }) {
      for (const name of Object.keys(inputSchema.properties ?? {})) {
        if (!/^[a-zA-Z0-9_.-]{1,64}$/.test(name)) {
          yield {
            path: `inputSchema.properties.${name}`,
            what: `the argument ${JSON.stringify(name)} has characters other than A-Z, a-z, 0-9, "_", "." and "-", or more than 64`,
          };
        }
      }
    },
  },
];
