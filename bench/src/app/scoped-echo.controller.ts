import { Body, Controller, HttpCode, Post, Scope } from '@nestjs/common';
import { McpTool } from 'nestjs-mcp';
import { echo, EchoDto } from './echo.dto.js';
import type { Echo } from './echo.dto.js';

/** Made anew for every request. */
@Controller({ scope: Scope.REQUEST })
export class ScopedEchoController {
  @Post('scoped-echo')
  @HttpCode(200)
  @McpTool({ name: 'scoped_echo', description: 'As echo, with a controller of its own for each call.' })
  echo(@Body() input: EchoDto): Echo {
    return echo(input);
  }
}
