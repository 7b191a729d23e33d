import { HttpException, HttpStatus } from '@nestjs/common';

/** Status and body of an answer. */
export interface ErrorAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** What Nest's own exception filter answers to an error; `isKnown` when the error says the answer itself. */
export function answerToError(error: unknown): ErrorAnswer & { readonly isKnown: boolean } {
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
  const status = HttpStatus.INTERNAL_SERVER_ERROR;
  return { status, body: { statusCode: status, message: 'Internal server error' }, isKnown: false };
}

/** Errors of the package http-errors, which say whether their message may be seen. */
function isExposed(error: unknown): error is { statusCode: number; message: string } {
  const { expose, status, statusCode } = (error ?? {}) as Record<string, unknown>;
  return error instanceof Error && expose === true && typeof statusCode === 'number' && status === statusCode;
}
