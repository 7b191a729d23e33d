import type { McpToolAnnotations, McpToolOptions } from '../interfaces/index.js';

type Hints = Pick<McpToolAnnotations, 'readOnlyHint' | 'destructiveHint' | 'idempotentHint'>;

const READS: Hints = { readOnlyHint: true, destructiveHint: false, idempotentHint: true };
const CREATES: Hints = { readOnlyHint: false, destructiveHint: false, idempotentHint: false };

const HINTS_BY_VERB: Readonly<Record<string, Hints>> = {
  GET: READS,
  HEAD: READS,
  OPTIONS: READS,
  QUERY: READS,
  SEARCH: READS,
  POST: CREATES,
  PUT: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  PATCH: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
  DELETE: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
};

/** The places annotations can come from, beside the HTTP method. */
export interface AnnotationLayers {
  readonly tool: McpToolOptions;
  /** `@McpAnnotations()` */
  readonly annotations?: McpToolAnnotations;
  /** `@McpReadOnly()` */
  readonly readOnly?: boolean;
}

/**
 * Merges the layers, later ones winning: HTTP method, `@McpTool({ annotations })`, `@McpAnnotations()`,
 * `@McpTool({ readOnly })`, `@McpReadOnly()`, and `@McpTool({ scopes })` unless scopes are there by then.
 */
export function resolveAnnotations(
  verb: string | undefined,
  infer: boolean,
  layers: AnnotationLayers,
): McpToolAnnotations | undefined {
  const merged: McpToolAnnotations = {
    ...(infer && verb !== undefined ? HINTS_BY_VERB[verb] : undefined),
    ...layers.tool.annotations,
    ...layers.annotations,
  };
  const readOnly = layers.readOnly ?? layers.tool.readOnly;
  if (readOnly !== undefined) {
    merged.readOnlyHint = readOnly;
  }
  if (layers.tool.scopes && merged.scopes === undefined) {
    merged.scopes = layers.tool.scopes;
  }
  return Object.keys(merged).length > 0 ? merged : undefined;
}
