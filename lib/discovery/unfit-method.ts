/** What a method can be offered as. */
export type CallableKind = 'tool' | 'prompt' | 'resource' | 'completion';

const DECORATORS: Readonly<Record<CallableKind, string>> = {
  tool: 'McpTool',
  prompt: 'McpPrompt',
  resource: 'McpResource',
  completion: 'McpComplete',
};

export function decoratorOf(kind: CallableKind): string {
  return `@${DECORATORS[kind]}()`;
}

/** The error for a method that cannot be offered, with the way out. */
export function unfitMethod(label: string, kind: CallableKind, reason: string): Error {
  const wayOut =
    kind === 'tool' ? 'Take the route out with @McpTool(false).' : `Take ${decoratorOf(kind)} away.`;
  return new Error(`${label} cannot be a ${kind}: ${reason}. ${wayOut}`);
}
