import type { JsonObject } from '../../protocol/index.js';
import type { McpTaskRecord } from '../../store/index.js';

/** A task as clients first hear of it: the result of the call that has become one. */
export function createdTask(task: McpTaskRecord): JsonObject {
  return { resultType: 'task', ...taskFields(task) };
}

/** A task with what belongs to its status. */
export function detailedTask(task: McpTaskRecord): JsonObject {
  const { inputRequests, result, error } = task;
  return { ...taskFields(task), inputRequests, result, error };
}

function taskFields(task: McpTaskRecord): JsonObject {
  const { id, status, statusMessage, createdAt, updatedAt, ttlMs, pollIntervalMs } = task;
  return {
    taskId: id,
    status,
    statusMessage,
    createdAt: new Date(createdAt).toISOString(),
    lastUpdatedAt: new Date(updatedAt).toISOString(),
    ttlMs,
    pollIntervalMs,
  };
}
