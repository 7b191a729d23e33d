import { describe, expect, it } from '@jest/globals';
import { Controller, Get } from '@nestjs/common';
import { McpCatalog, McpTool } from '../../lib/index.js';
import type { McpLimitOptions } from '../../lib/index.js';
import { boot, bootError } from '../support/mcp-app.js';

describe('limits', () => {
  it.each([
    [7, '"limits" must be an object'],
    [null, '"limits" must be an object'],
    [[], '"limits" must be an object'],
    [{ depth: 3 }, '"limits" has the key "depth", but takes only argumentDepth, argumentBytes, batchLength'],
    [{ argumentDepth: 0 }, '"limits" must have a whole number from 1 to 1000 as "argumentDepth"'],
    [{ argumentDepth: 1001 }, 'from 1 to 1000 as "argumentDepth"'],
    [{ argumentBytes: '1mb' }, 'as "argumentBytes"'],
    [{ batchLength: 1.5 }, 'as "batchLength"'],
    [{ resultBytes: -1 }, 'as "resultBytes"'],
    [{ streams: Infinity }, 'as "streams"'],
    [
      { callTimeoutMs: true },
      'must have false or a whole number of milliseconds from 1 to 2147483647 as "callTimeoutMs"',
    ],
    [{ callTimeoutMs: 2 ** 31 }, 'as "callTimeoutMs"'],
  ])('that are wrong stop the boot: %j', async (limits, expected) => {
    expect(await bootError({}, { mcp: { limits: limits as McpLimitOptions } })).toContain(expected);
  });

  it('that are left out keep their defaults', async () => {
    const app = await boot({}, { mcp: { limits: { batchLength: undefined, callTimeoutMs: false } } });
    expect(
      (
        await app.post(Array(101).fill({ jsonrpc: '2.0', id: 1, method: 'ping' }), {
          'mcp-protocol-version': '2025-03-26',
        })
      ).status,
    ).toBe(400);
  });

  it('of one tool that are wrong stop the boot, and name it', async () => {
    @Controller('slow')
    class SlowController {
      @Get()
      @McpTool({ timeoutMs: 0 })
      report() {
        return 'done';
      }
    }
    expect(await bootError({ controllers: [SlowController] })).toContain(
      'SlowController.report must have false or a whole number of milliseconds from 1 to 2147483647 as timeoutMs.',
    );
    const app = await boot({});
    expect(() =>
      app.app.get(McpCatalog).addTool({ name: 'x', description: 'x', timeoutMs: NaN, handler: () => 1 }),
    ).toThrow('McpCatalog.addTool("x") must have false or a whole number of milliseconds');
  });
});
