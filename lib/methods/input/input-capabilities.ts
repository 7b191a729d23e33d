import type { McpInputKind, McpInputRequest } from '../../interfaces/index.js';
import { isJsonObject } from '../../protocol/index.js';
import type { JsonObject } from '../../protocol/index.js';

type Requests = Readonly<Record<string, McpInputRequest>>;

/** Questions by whether the client can be asked them. */
export interface SelectedRequests {
  readonly askable: Requests;
  /** The client capabilities that the other questions need; undefined when there are none. */
  readonly missing?: JsonObject;
}

/** How each kind is spelled in `ClientCapabilities`. */
const CAPABILITIES: Readonly<Record<McpInputKind, JsonObject>> = {
  elicitation: { elicitation: { form: {} } },
  'elicitation.url': { elicitation: { url: {} } },
  sampling: { sampling: {} },
  'sampling.tools': { sampling: { tools: {} } },
  roots: { roots: {} },
};

export function isDeclared(kind: McpInputKind, { elicitation, sampling, roots }: JsonObject): boolean {
  switch (kind) {
    case 'elicitation':
      // Clients older than the modes declare just {}.
      return isJsonObject(elicitation) && (isJsonObject(elicitation['form']) || !('url' in elicitation));
    case 'elicitation.url':
      return isJsonObject(elicitation) && isJsonObject(elicitation['url']);
    case 'sampling':
      return isJsonObject(sampling);
    case 'sampling.tools':
      return isJsonObject(sampling) && isJsonObject(sampling['tools']);
    case 'roots':
      return isJsonObject(roots);
  }
}

export function selectDeclared(requests: Requests, capabilities: JsonObject): SelectedRequests {
  const askable: Record<string, McpInputRequest> = {};
  let missing: Record<string, JsonObject> | undefined;
  for (const [key, request] of Object.entries(requests)) {
    const kind = kindOf(request);
    if (isDeclared(kind, capabilities)) {
      askable[key] = request;
    } else {
      missing = merge(missing, CAPABILITIES[kind]);
    }
  }
  return { askable, missing };
}

function kindOf(request: McpInputRequest): McpInputKind {
  switch (request.method) {
    case 'elicitation/create':
      return request.params.mode === 'url' ? 'elicitation.url' : 'elicitation';
    case 'sampling/createMessage':
      return request.params.tools || request.params.toolChoice ? 'sampling.tools' : 'sampling';
    case 'roots/list':
      return 'roots';
  }
}

function merge(
  into: Record<string, JsonObject> | undefined,
  capability: JsonObject,
): Record<string, JsonObject> {
  const merged: Record<string, JsonObject> = { ...into };
  for (const [name, modes] of Object.entries(capability)) {
    merged[name] = { ...merged[name], ...(modes as JsonObject) };
  }
  return merged;
}
