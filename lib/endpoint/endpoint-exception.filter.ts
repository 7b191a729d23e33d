import { Catch, HttpException } from '@nestjs/common';
import type { ArgumentsHost, ExceptionFilter } from '@nestjs/common';
import { logFailure } from '../failures/index.js';
import { answerToRefusal, answerToTransportError } from '../protocol/index.js';
import { claim } from './endpoint-answer.js';
import { sendAnswer } from './send-answer.js';

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
    sendAnswer(response, answerToRefusal(exception.getStatus(), exception.message, body));
    return;
  }
  sendAnswer(
    response,
    answerToTransportError(exception, (error) => logFailure('A request was not let through', error, request)),
  );
}
