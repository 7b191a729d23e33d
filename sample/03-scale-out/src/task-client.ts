const VERSION = '2026-07-28';

/** What this client can do: handle tasks. */
const CAPABILITIES = { extensions: { 'io.modelcontextprotocol/tasks': {} } };

export interface Task {
  readonly taskId: string;
  readonly status: 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled';
  readonly statusMessage?: string;
  readonly pollIntervalMs: number;
  readonly result?: { readonly content: readonly { readonly text: string }[]; readonly isError?: boolean };
  readonly error?: { readonly code: number; readonly message: string };
}

/** The extension io.modelcontextprotocol/tasks by hand: each method is one request. */
export class TaskClient {
  constructor(private readonly url: string) {}

  /** Calls a tool that answers with a task. */
  begin(name: string, args: object): Promise<Task> {
    return this.send('tools/call', name, { name, arguments: args });
  }

  get(taskId: string): Promise<Task> {
    return this.send('tasks/get', taskId, { taskId });
  }

  private async send<Result>(method: string, name: string, params: object): Promise<Result> {
    const response = await fetch(this.url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        'MCP-Protocol-Version': VERSION,
        'Mcp-Method': method,
        'Mcp-Name': name,
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method,
        params: {
          ...params,
          _meta: {
            'io.modelcontextprotocol/protocolVersion': VERSION,
            'io.modelcontextprotocol/clientCapabilities': CAPABILITIES,
          },
        },
      }),
    });
    const { result, error } = (await response.json()) as { result: Result; error?: { message: string } };
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  }
}
