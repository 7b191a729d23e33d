import type { McpToolAnnotations } from './tool-annotations.interface.js';

/**
 * A tool, as far as it matters for who may see it.
 *
 * @publicApi
 */
export interface McpToolSummary {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly annotations?: McpToolAnnotations;
  /** Those of `@McpTool({ tags })`. */
  readonly tags: readonly string[];
  /** Those of `@McpTool({ scopes })` and its annotations. */
  readonly scopes: readonly string[];
}

/**
 * Decides whether the caller of a request may see and call a tool.
 *
 * @param request the Fastify or Express request that reached the endpoint, after its guards
 * @publicApi
 */
export type McpCanSee = (tool: McpToolSummary, request: object) => boolean | Promise<boolean>;
