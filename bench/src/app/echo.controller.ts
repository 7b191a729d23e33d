import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { McpTool } from 'nestjs-mcp';
import { echo, EchoDto } from './echo.dto.js';
import type { Echo } from './echo.dto.js';

/** The measured route, the same for `POST /echo` and for the tool `echo`. */
@Controller()
export class EchoController {
  @Post('echo')
  @HttpCode(200)
  @McpTool({ name: 'echo', description: 'Returns the message it was given, with a count.' })
  echo(@Body() input: EchoDto): Echo {
    return echo(input);
  }
}
