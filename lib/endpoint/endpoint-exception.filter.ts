import { Catch, HttpException, Logger } from '@nestjs/common';
import type { ArgumentsHost, ExceptionFilter } from '@nestjs/common';
import { answerToRefusal, answerToTransportError } from '../protocol/index.js';
import { claim } from './endpoint-answer.js';
import { sendAnswer } from './send-answer.js';

/**
 * Answers in JSON-RPC what guards of the endpoint refuse. It catches everything, so that the application's own filters,
 * which would answer in another shape, have nothing to do here.
 */
@Catch()
export class EndpointExceptionFilter implements ExceptionFilter {
  private readonly logger = new Logger('McpModule');

  catch(exception: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const { body } = http.getRequest<{ body?: unknown }>();
    const response = http.getResponse<object>();
    claim(response);
    if (exception instanceof HttpException && exception.getStatus() < 500) {
      sendAnswer(response, answerToRefusal(exception.getStatus(), exception.message, body));
      return;
    }
    this.logger.error(
      exception instanceof Error ? (exception.stack ?? exception.message) : String(exception),
    );
    sendAnswer(response, answerToTransportError(exception));
  }
}
