import type { OutputContract } from '../results/index.js';
import type { JsonSchema, McpIcon, McpToolAnnotations } from '../interfaces/index.js';
import type { Confirmation } from './confirmation.js';
import type { Callable } from './callable.interface.js';
import type { ToolTasks } from './tool-tasks.js';

/** A tool as clients see it in `tools/list`. */
export interface ToolDefinition {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly annotations?: McpToolAnnotations;
  readonly icons?: readonly McpIcon[];
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** Everything that is known of a tool. */
export interface Tool extends Callable {
  readonly definition: ToolDefinition;
  readonly tags: readonly string[];
  /** What a caller needs, as far as the options have it enforced. */
  readonly scopes: readonly string[];
  /** What `@McpConfirm()` has the user asked before a call. */
  readonly confirmation?: Confirmation;
  /** How long a call may take, where that differs from the option `limits.callTimeoutMs`. */
  readonly timeoutMs?: number | false;
  /** How calls run as tasks; undefined when they never do. */
  readonly tasks?: ToolTasks;
  /** What results are held to; undefined when the tool declares no output. */
  readonly output?: OutputContract;
}
