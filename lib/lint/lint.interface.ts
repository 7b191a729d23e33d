import type { JsonSchema, McpToolAnnotations } from '../interfaces/index.js';

/**
 * A client, or the model behind it, that cannot use every tool of the specification.
 *
 * @publicApi
 */
export type LintClient = 'Claude' | 'ChatGPT/OpenAI' | 'Gemini' | 'VS Code/Copilot' | 'Cursor' | 'n8n';

/**
 * One way in which a tool does not work in a client.
 *
 * @publicApi
 */
export interface LintFinding {
  /** Name of the tool; `*` when it is all of them together. */
  readonly tool: string;
  readonly client: LintClient;
  /** `array-without-items` */
  readonly rule: string;
  /** What is the matter, and what it does to the client. */
  readonly message: string;
  /** Where that is known from: an issue, as `microsoft/vscode#284536`, or an address. */
  readonly source: string;
  /** Where in the tool: `inputSchema.properties.tags`, `name`; empty when it is the tool as a whole. */
  readonly path: string;
}

/** A tool as it is listed. */
export interface LintedTool {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly annotations?: McpToolAnnotations;
}

export interface LintedServer {
  /** What clients may put before the names of its tools. */
  readonly name: string;
  readonly tools: readonly LintedTool[];
}

/** A place that a rule objects to. */
export interface LintProblem {
  readonly path: string;
  /** `"tags" is an array without "items"` */
  readonly what: string;
}

/** What a rule's problem does to one client. */
export interface LintEffect {
  readonly client: LintClient;
  /** To follow what is the matter: `refuses every request while the tool is there`. */
  readonly effect: string;
  readonly source: string;
}

interface Rule {
  readonly rule: string;
  readonly effects: readonly LintEffect[];
  /** Left to `lintTools()`: it depends on what users do, or is about more than calling the tool. */
  readonly isQuietAtBoot?: boolean;
}

export interface ToolRule extends Rule {
  find(tool: LintedTool, server: LintedServer): Iterable<LintProblem>;
}

export interface ServerRule extends Rule {
  findAll(server: LintedServer): Iterable<LintProblem>;
}

export type LintRule = ToolRule | ServerRule;
