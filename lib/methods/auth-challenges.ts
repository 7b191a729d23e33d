import { HttpStatus } from '@nestjs/common';
import { challenge, CHALLENGE_HEADER } from '../auth/index.js';
import type { ResolvedAuthOptions } from '../auth/index.js';
import { INVALID_REQUEST, ProtocolError } from '../protocol/index.js';
import type { ResponseChannel } from '../protocol/index.js';
import type { CapturedResponse } from '../replay/index.js';
import { errorText } from '../results/index.js';

/** Refusals upon which a client can have its user log in, or grant more. */
export class AuthChallenges {
  constructor(private readonly auth: ResolvedAuthOptions | undefined) {}

  /** @param needed all that the request needs, so that the user is asked once */
  insufficientScope(needed: readonly string[], channel: ResponseChannel): ProtocolError {
    const description = `This needs the scopes ${needed.join(', ')}`;
    this.setHeader(
      channel,
      challenge(this.auth!, { error: 'insufficient_scope', description, scopes: needed }),
    );
    return new ProtocolError(INVALID_REQUEST, description, {
      httpStatus: HttpStatus.FORBIDDEN,
      data: { requiredScopes: needed },
    });
  }

  /**
   * The refusal of a route as one of the whole request, when the options say so. Undefined when it is not about logging in,
   * or the answer has begun.
   */
  unauthorized(
    response: CapturedResponse,
    channel: ResponseChannel,
    scopes: readonly string[] = [],
  ): ProtocolError | undefined {
    const { auth } = this;
    if (
      !auth?.challengeFromTools ||
      response.status !== Number(HttpStatus.UNAUTHORIZED) ||
      channel.isStreaming
    ) {
      return undefined;
    }
    const needed = [...new Set([...auth.requiredScopes, ...scopes])];
    this.setHeader(channel, challenge(auth, { scopes: needed }));
    return new ProtocolError(INVALID_REQUEST, errorText(response), { httpStatus: HttpStatus.UNAUTHORIZED });
  }

  private setHeader(channel: ResponseChannel, value: string): void {
    channel.setHeader(CHALLENGE_HEADER, value);
  }
}
