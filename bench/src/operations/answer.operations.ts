import { toolsCall } from '../requests/mcp-request.js';
import { get, postAsLongAs } from '../requests/plain-request.js';
import { expectOk } from '../requests/send.js';
import { ARGUMENTS } from './arguments.js';
import { callTool, checkProgress, expectSame } from './checks.js';
import type { Operation } from './operation.js';

const SETTINGS = { moreRoutes: true };

const REPORT_ROUTE = get('/report');
const REPORT_CALL = toolsCall('modern', 'report', {});
const PROGRESS_CALL = toolsCall('modern', 'progress', ARGUMENTS, 1);
const PROGRESS_ROUTE = postAsLongAs(PROGRESS_CALL, '/progress-stream', ARGUMENTS);

/** Large answers and event streams, against routes that answer the same. */
export const ANSWER_OPERATIONS: readonly Operation[] = [
  {
    name: 'result-rest',
    title: 'GET /report, 1 MB',
    settings: SETTINGS,
    request: REPORT_ROUTE,
    check: async (url) => expectReport(await (await expectOk(url, REPORT_ROUTE)).json()),
  },
  {
    name: 'result',
    title: 'tools/call, modern, result of 1 MB',
    settings: SETTINGS,
    request: REPORT_CALL,
    check: async (url) => expectReport(await callTool(url, REPORT_CALL)),
    baseline: 'result-rest',
  },
  {
    name: 'progress-rest',
    title: 'POST, the same stream by hand',
    settings: SETTINGS,
    request: PROGRESS_ROUTE,
    check: (url) => checkProgress(url, PROGRESS_ROUTE),
  },
  {
    name: 'progress',
    title: 'tools/call, modern, 10 of progress',
    settings: SETTINGS,
    request: PROGRESS_CALL,
    check: (url) => checkProgress(url, PROGRESS_CALL),
    baseline: 'progress-rest',
  },
];

function expectReport(answer: unknown): void {
  const { rows } = answer as { rows: unknown[] };
  expectSame([rows.length, JSON.stringify(answer).length > 1e6], [7000, true]);
}
