import { HttpException, HttpStatus } from '@nestjs/common';

/** Status and body of an answer. */
export interface ErrorAnswer {
  readonly status: number;
  readonly body: unknown;
  /** Whether the error itself says the answer. */
  readonly isKnown: boolean;
}

/** What Nest's own exception filter answers to an error. Never throws. */
export function answerToError(error: unknown): ErrorAnswer {
  try {
    return knownAnswer(error) ?? unknownAnswer();
  } catch {
    // Anything can be thrown, and its getters may throw, too.
    return unknownAnswer();
  }
}

function knownAnswer(error: unknown): ErrorAnswer | undefined {
  if (error instanceof HttpException) {
    const response = error.getResponse();
    const status = error.getStatus();
    const body = typeof response === 'object' ? response : { statusCode: status, message: response };
    return { status, body, isKnown: true };
  }
  if (isExposed(error)) {
    const { statusCode, message } = error;
    return { status: statusCode, body: { statusCode, message }, isKnown: true };
  }
  return undefined;
}

function unknownAnswer(): ErrorAnswer {
  const status = HttpStatus.INTERNAL_SERVER_ERROR;
  return { status, body: { statusCode: status, message: 'Internal server error' }, isKnown: false };
}

/** Errors of the package http-errors, which say whether their message may be seen. */
function isExposed(error: unknown): error is { statusCode: number; message: string } {
  const { expose, status, statusCode } = (error ?? {}) as Record<string, unknown>;
  return error instanceof Error && expose === true && typeof statusCode === 'number' && status === statusCode;
}
