import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { McpHeader, McpTool } from 'nestjs-mcp';
import type { JsonSchema } from 'nestjs-mcp';

const CONTACT: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
};

/** Tools whose listed schemas matter. */
@Controller('schemas')
export class SchemaToolsController {
  @Post('contacts')
  @McpTool({
    name: 'json_schema_2020_12_tool',
    description: 'Takes arguments that only JSON Schema 2020-12 can describe.',
    inputSchema: CONTACT,
  })
  addContact(@Body() contact: Record<string, unknown>) {
    return contact;
  }

  @Get('region')
  @McpTool({ name: 'test_x_mcp_header', description: 'Answers with its region, which a header repeats.' })
  region(@Query('region') @McpHeader('Region') region?: string) {
    return { region };
  }
}
