import {
  All,
  Controller,
  Inject,
  Req,
  Res,
  SetMetadata,
  UseFilters,
  UseGuards,
  VERSION_NEUTRAL,
} from '@nestjs/common';
import type { CanActivate, Type } from '@nestjs/common';
import { answerRequest } from './endpoint/endpoint-answer.js';
import type { EndpointRequest } from './endpoint/endpoint-answer.js';
import type { EndpointController } from './endpoint/guarded-handler.js';
import { withBoundary } from './endpoint/guard-boundary.js';
import { EndpointExceptionFilter } from './endpoint/endpoint-exception.filter.js';
import { MCP_ENDPOINT_METADATA } from './mcp.constants.js';
import { McpServer } from './mcp.server.js';

/** Keeps the endpoint out of the documents that @nestjs/swagger makes; as its `@ApiExcludeController()`. */
const API_EXCLUDE_CONTROLLER_METADATA = 'swagger/apiExcludeController';

/** The controller of one endpoint. A class of its own, since guards belong to a class. */
export function createMcpController(
  guards: readonly (Type<CanActivate> | CanActivate)[],
  path: string,
): Type<EndpointController> {
  // The configured path replaces this one when the route is registered: prefixes and versions do not touch that.
  @Controller({ path, version: VERSION_NEUTRAL })
  @SetMetadata(API_EXCLUDE_CONTROLLER_METADATA, [true])
  @UseFilters(EndpointExceptionFilter)
  @UseGuards(...withBoundary(guards))
  class McpController {
    constructor(@Inject(McpServer) private readonly server: McpServer) {}

    // `@Res()` keeps interceptors that wrap results away from what is sent.
    @All()
    @SetMetadata(MCP_ENDPOINT_METADATA, true)
    async handle(@Req() request: EndpointRequest, @Res() response: object): Promise<void> {
      await answerRequest(this.server, request, response);
    }
  }
  return McpController;
}
