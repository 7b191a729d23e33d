/** Keys under which the decorators keep what they were given. */
export const MCP_TOOL_METADATA = 'mcp:tool';
export const MCP_PROMPT_METADATA = 'mcp:prompt';
export const MCP_RESOURCE_METADATA = 'mcp:resource';
export const MCP_COMPLETE_METADATA = 'mcp:complete';
export const MCP_ANNOTATIONS_METADATA = 'mcp:annotations';
export const MCP_READ_ONLY_METADATA = 'mcp:read-only';
/** On a class and method: `Map<parameter index, McpParamOptions>`; on a DTO class and property: `McpParamOptions`. */
export const MCP_PARAM_METADATA = 'mcp:param';
/** On a class and method: `Map<parameter index, header name>`; on a DTO class and property: the header name. */
export const MCP_HEADER_METADATA = 'mcp:header';
export const MCP_CONFIRM_METADATA = 'mcp:confirm';
/** Marks the handler of the MCP endpoint itself. */
export const MCP_ENDPOINT_METADATA = 'mcp:endpoint';

/** Injection token of the resolved module options. Nest names it when `McpModule` is imported without them. */
export const MCP_MODULE_OPTIONS = Symbol('options of McpModule.forRoot()');

/** Injection token of the endpoint's controller and guards. */
export const MCP_ENDPOINT = Symbol('MCP_ENDPOINT');

/** Property of a response of the endpoint that says what its request brought. */
export const MCP_ARRIVAL = Symbol('mcp:arrival');

/** Property of an internal request that carries the context of its tool call. */
export const MCP_REQUEST_CONTEXT = Symbol('mcp:context');
