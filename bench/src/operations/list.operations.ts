import { toolsList } from '../requests/mcp-request.js';
import { checkList } from './checks.js';
import type { Operation } from './operation.js';

/** `tools/list` against a route of the platform itself that sends the same bytes. */
export const LIST_OPERATIONS: readonly Operation[] = [...compare(50, 0.9), ...compare(500)];

function compare(toolCount: number, goal?: number): Operation[] {
  const baseline = `list-${toolCount}-bytes`;
  return [
    operation(baseline, `same bytes as the list of ${toolCount}`, toolCount, '/prepared-list'),
    { ...operation(`list-${toolCount}`, `tools/list of ${toolCount}`, toolCount, '/mcp'), baseline, goal },
  ];
}

function operation(name: string, title: string, toolCount: number, path: string): Operation {
  const request = { ...toolsList(), path };
  return {
    name,
    title,
    // All on one page.
    settings: { toolCount, listPageSize: toolCount, preparedList: true },
    request,
    check: (url) => checkList(url, request, toolCount),
  };
}
