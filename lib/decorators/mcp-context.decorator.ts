import { createParamDecorator } from '@nestjs/common';
import type { ExecutionContext } from '@nestjs/common';
import { MCP_REQUEST_CONTEXT } from '../mcp.constants.js';
import type { McpCallContext } from '../interfaces/index.js';

/**
 * What is known of the MCP call that a handler answers. Over plain HTTP the parameter is `undefined`.
 *
 * @example
 * ```ts
 * @Get(':id')
 * @McpTool()
 * findOne(@Param('id') id: string, @McpContext() context?: McpContext) {
 *   this.logger.log(`asked by ${context?.clientInfo?.name ?? 'a browser'}`);
 * }
 * ```
 *
 * @publicApi
 */
export const McpContext = createParamDecorator(
  (_data: unknown, context: ExecutionContext): McpCallContext | undefined =>
    context.switchToHttp().getRequest<{ [MCP_REQUEST_CONTEXT]?: McpCallContext }>()[MCP_REQUEST_CONTEXT],
);

/**
 * The type of a `@McpContext()` parameter.
 *
 * @publicApi
 */
export type McpContext = McpCallContext;
