import { toolsCall } from '../requests/mcp-request.js';
import type { Era } from '../requests/mcp-request.js';
import { post, postAsLongAs } from '../requests/plain-request.js';
import { ARGUMENTS } from './arguments.js';
import { checkEchoRoute, checkEchoTool } from './checks.js';
import type { Operation } from './operation.js';

const LARGE_ARGUMENTS = { ...ARGUMENTS, message: 'fox '.repeat(25_600) };

const CALL_GOAL = 0.85;

const MANY_TOOLS = { toolCount: 5000, sharedDtos: true };
const MANY_CLASSES = { toolCount: 5000 };

/** `POST /echo` against `tools/call echo`, in both eras, small and large. */
export const ECHO_OPERATIONS: readonly Operation[] = [
  route('rest', 'POST /echo'),
  { ...tool('call', 'tools/call, modern'), baseline: 'rest', goal: CALL_GOAL },
  { ...tool('call-legacy', 'tools/call, legacy', 'legacy'), baseline: 'rest', goal: CALL_GOAL },
  {
    ...tool('call-context', 'tools/call, modern, getMcpContext()'),
    settings: { importsContext: true },
    baseline: 'rest',
  },
  {
    ...tool('call-legacy-context', 'tools/call, legacy, getMcpContext()', 'legacy'),
    settings: { importsContext: true },
    baseline: 'rest',
  },
  route('argument-rest', 'POST /echo, 100 KB', LARGE_ARGUMENTS),
  {
    ...tool('argument', 'tools/call, modern, 100 KB', 'modern', LARGE_ARGUMENTS),
    baseline: 'argument-rest',
  },
  {
    ...route('scoped-rest', 'POST /scoped-echo', ARGUMENTS, 'scoped-echo'),
    settings: { moreRoutes: true },
  },
  {
    ...tool('scoped', 'tools/call, modern, request-scoped', 'modern', ARGUMENTS, 'scoped_echo'),
    settings: { moreRoutes: true },
    baseline: 'scoped-rest',
  },
];

/**
 * The same among 5,000 tools. class-validator looks through all classes that it knows at every validation, with or without
 * this package: a call among as many classes is therefore compared with the route among as many.
 */
export const GROWTH_OPERATIONS: readonly Operation[] = [
  { ...route('rest-5000', 'POST /echo of 5,000 routes'), settings: MANY_TOOLS, baseline: 'rest' },
  {
    ...tool('call-5000', 'tools/call, modern, of 5,000 tools'),
    settings: MANY_TOOLS,
    baseline: 'call',
    goal: 0.95,
  },
  {
    ...route('rest-5000-dtos', 'POST /echo of 5,000 routes and DTOs'),
    settings: MANY_CLASSES,
  },
  {
    ...tool('call-5000-dtos', 'tools/call, modern, of 5,000 tools and DTOs'),
    settings: MANY_CLASSES,
    baseline: 'rest-5000-dtos',
  },
];

function route(name: string, title: string, args = ARGUMENTS, path = 'echo'): Operation {
  return {
    name,
    title,
    settings: {},
    request: postAsLongAs(toolsCall('modern', path, args), `/${path}`, args),
    check: (url) => checkEchoRoute(url, (checked) => post(`/${path}`, checked)),
  };
}

function tool(
  name: string,
  title: string,
  era: Era = 'modern',
  args = ARGUMENTS,
  toolName = 'echo',
): Operation {
  return {
    name,
    title,
    settings: {},
    request: toolsCall(era, toolName, args),
    check: (url) => checkEchoTool(url, (checked) => toolsCall(era, toolName, checked)),
  };
}
