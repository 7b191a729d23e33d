import { randomBytes } from 'node:crypto';
import { Logger } from '@nestjs/common';
import type { ResolvedMcpOptions } from '../../mcp-options.defaults.js';
import { invalidParams } from '../../protocol/index.js';
import { createPrincipal } from '../principal.js';
import { callDigest } from './call-digest.js';
import type { InputCall } from './input-call.interface.js';
import type { Remembered } from './input-round.js';
import { StateSeal } from './state-seal.js';

const DEFAULT_TTL_MS = 10 * 60_000;

interface SealedState extends Remembered {
  /** Milliseconds since 1970. */
  readonly expires: number;
}

/** Makes and reads `requestState`: what a call remembers from one round to the next, in the hands of the client. */
export class RequestStates {
  private readonly logger = new Logger('McpModule');
  private readonly principalOf: (request: object) => string;
  private readonly ttlMs: number;
  private readonly seal: StateSeal;
  private isKeyShared: boolean;

  constructor({ requestState, principal }: Pick<ResolvedMcpOptions, 'requestState' | 'principal'>) {
    this.principalOf = createPrincipal(principal);
    this.ttlMs = requestState?.ttlMs ?? DEFAULT_TTL_MS;
    this.isKeyShared = requestState?.keys !== undefined;
    this.seal = new StateSeal(requestState?.keys ?? [randomBytes(32)]);
  }

  write(remembered: Remembered, call: InputCall): string {
    if (!this.isKeyShared) {
      this.isKeyShared = true;
      this.logger.warn(
        'requestState is sealed with a key that only this process has: a call that asks the user for something fails ' +
          'when another instance gets its next round, or after a restart. Set requestState.keys.',
      );
    }
    const state: SealedState = { ...remembered, expires: Date.now() + this.ttlMs };
    return this.seal.seal(JSON.stringify(state), this.bindingOf(call));
  }

  /** @throws ProtocolError -32602 when it is not a state of this call and caller, or is no longer one */
  read(value: unknown, call: InputCall): Remembered {
    const text = typeof value === 'string' ? this.seal.open(value, this.bindingOf(call)) : undefined;
    if (text === undefined) {
      throw invalidParams(
        '"requestState" is not one that this server gave for this request: send it back unchanged, with the same name ' +
          'and arguments, or start again without it',
      );
    }
    const { expires, ...remembered } = JSON.parse(text) as SealedState;
    if (expires <= Date.now()) {
      throw invalidParams('"requestState" has expired: start again without it');
    }
    return remembered;
  }

  private bindingOf({ request, name, args }: InputCall): string {
    return JSON.stringify([
      this.principalOf(request.exchange.request),
      request.method,
      name,
      callDigest(args),
    ]);
  }
}
