import { isJsonObject, missingClientCapability } from '../../protocol/index.js';
import type { JsonObject, MethodRequest, ProtocolError } from '../../protocol/index.js';

export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';

/** Whether the client says in this very request that it can handle tasks. Older versions do not know the extension. */
export function handlesTasks({
  era,
  clientCapabilities,
}: Pick<MethodRequest, 'era' | 'clientCapabilities'>): boolean {
  const extensions = (clientCapabilities as { extensions?: unknown }).extensions;
  return era === 'modern' && isJsonObject(extensions) && isJsonObject(extensions[TASKS_EXTENSION]);
}

/** @param reason what needs it */
export function missingTasksExtension(reason: string): ProtocolError {
  const required: JsonObject = { extensions: { [TASKS_EXTENSION]: {} } };
  return missingClientCapability(
    required,
    `${reason} needs the client capability extensions["${TASKS_EXTENSION}"], which was not declared`,
  );
}
