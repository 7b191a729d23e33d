import type { IncomingHttpHeaders } from 'node:http';
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
import { sendAnswer } from './endpoint/send-answer.js';
import { EndpointExceptionFilter } from './endpoint/endpoint-exception.filter.js';
import { MCP_ENDPOINT_METADATA } from './mcp.constants.js';
import { McpServer } from './mcp.server.js';

interface IncomingRequest {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly body?: unknown;
}

/** Keeps the endpoint out of the documents that @nestjs/swagger makes; as its `@ApiExcludeController()`. */
const API_EXCLUDE_CONTROLLER_METADATA = 'swagger/apiExcludeController';

/** The controller of one endpoint. A class of its own, since guards belong to a class. */
export function createMcpController(guards: readonly (Type<CanActivate> | CanActivate)[]): Type {
  // The path is replaced by the configured one when the route is registered: prefixes and versions do not touch that.
  @Controller({ path: 'mcp', version: VERSION_NEUTRAL })
  @SetMetadata(API_EXCLUDE_CONTROLLER_METADATA, [true])
  @UseFilters(EndpointExceptionFilter)
  @UseGuards(...guards)
  class McpController {
    constructor(@Inject(McpServer) private readonly server: McpServer) {}

    // `@Res()` keeps interceptors that wrap results away from what is sent.
    @All()
    @SetMetadata(MCP_ENDPOINT_METADATA, true)
    async handle(@Req() request: IncomingRequest, @Res() response: object): Promise<void> {
      const answer = await this.server.handle({
        httpMethod: request.method,
        headers: request.headers,
        body: request.body,
        exchange: { request, response },
      });
      sendAnswer(response, answer);
    }
  }
  return McpController;
}
