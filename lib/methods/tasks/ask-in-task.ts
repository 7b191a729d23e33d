import type { McpInputResponse } from '../../interfaces/index.js';
import { missingClientCapability } from '../../protocol/index.js';
import type { JsonObject } from '../../protocol/index.js';
import { mcpErrorOf } from '../../results/index.js';
import type { RunningTask } from '../../tasks/index.js';
import type { AskClient } from '../input/index.js';
import { selectDeclared } from '../input/index.js';

/** Asks the client of a task with what it declared in the call that has become the task. */
export function askInTask(task: RunningTask, capabilities: JsonObject): AskClient {
  return async (requests) => {
    const { askable, missing } = selectDeclared(requests, capabilities);
    if (Object.keys(askable).length > 0) {
      const plain = JSON.parse(JSON.stringify(askable)) as JsonObject;
      return (await task.ask(plain)) as Readonly<Record<string, McpInputResponse>>;
    }
    if (missing) {
      throw mcpErrorOf(missingClientCapability(missing));
    }
    return {};
  };
}
