import { invalidParams } from '../../protocol/index.js';
import type { Method, MethodRequest, MethodResult } from '../../protocol/index.js';
import type { OuterExchange } from '../../replay/index.js';
import { isLogLevel, LOG_LEVELS } from '../log-level.js';
import { requireSession } from './require-session.js';

/** Which log messages a legacy client wants from now on. */
export class LoggingSetLevelMethod implements Method<OuterExchange> {
  readonly name = 'logging/setLevel';
  readonly eras = ['legacy'] as const;

  async handle(request: MethodRequest<OuterExchange>): Promise<MethodResult> {
    const session = requireSession(request);
    const { level } = request.params;
    if (!isLogLevel(level)) {
      throw invalidParams(`"level" must be one of ${LOG_LEVELS.join(', ')}`);
    }
    await session.update(() => ({ logLevel: level }));
    return {};
  }
}
