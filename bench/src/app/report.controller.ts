import { Controller, Get } from '@nestjs/common';
import { McpTool } from 'nestjs-mcp';

export interface ReportRow {
  id: number;
  customer: string;
  total: number;
  paid: boolean;
  note: string;
}

/** About 1 MB as JSON. */
const ROWS: readonly ReportRow[] = Array.from({ length: 7000 }, (_, index) => ({
  id: index,
  customer: `Customer ${index % 500}`,
  total: index * 1.25,
  paid: index % 3 === 0,
  note: 'Delivered to the back door, as the customer has asked for; to be charged later.',
}));

@Controller()
export class ReportController {
  @Get('report')
  @McpTool({ name: 'report', description: 'All orders of the year.' })
  report(): { rows: readonly ReportRow[] } {
    return { rows: ROWS };
  }
}
