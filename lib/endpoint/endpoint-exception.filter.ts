import { Catch, HttpException, HttpStatus } from '@nestjs/common';
import type { ArgumentsHost, ExceptionFilter } from '@nestjs/common';
import { logFailure } from '../failures/index.js';
import { answerToRefusal, answerToTransportError } from '../protocol/index.js';
import { CHALLENGE_HEADER } from '../auth/index.js';
import { challengeOf, claim } from './endpoint-answer.js';
import { hasHeader, sendAnswer } from './send-answer.js';

/**
 * Answers in JSON-RPC what guards of the endpoint refuse. It catches everything, so that the application's own filters,
 * which would answer in another shape, have nothing to do here.
 */
@Catch()
export class EndpointExceptionFilter implements ExceptionFilter {
  catch(exception: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    answerException(exception, http.getRequest<object>(), http.getResponse<object>());
  }
}

export function answerException(exception: unknown, request: object, response: object): void {
  if (!claim(response)) {
    // An interceptor gave up, or failed, while the endpoint was at work: the client gets the endpoint's answer.
    return;
  }
  if (exception instanceof HttpException && exception.getStatus() < 500) {
    const { body } = request as { body?: unknown };
    const status = exception.getStatus();
    const answer = answerToRefusal(status, exception.message, body);
    const challenge = status === Number(HttpStatus.UNAUTHORIZED) ? challengeOf(response) : undefined;
    sendAnswer(
      response,
      challenge === undefined || hasHeader(response, CHALLENGE_HEADER)
        ? answer
        : { ...answer, headers: { ...answer.headers, [CHALLENGE_HEADER]: challenge } },
    );
    return;
  }
  sendAnswer(
    response,
    answerToTransportError(exception, (error) => logFailure('A request was not let through', error, request)),
  );
}
