import type { Method, MethodResult } from '../protocol/index.js';
import type { OuterExchange } from '../replay/index.js';

export class PingMethod implements Method<OuterExchange> {
  readonly name = 'ping';
  readonly eras = ['legacy'] as const;

  handle(): MethodResult {
    return {};
  }
}
