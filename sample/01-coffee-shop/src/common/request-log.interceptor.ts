import { CallHandler, ExecutionContext, Injectable, Logger, NestInterceptor } from '@nestjs/common';
import { Observable, tap } from 'rxjs';

interface LoggedRequest {
  method: string;
  url: string;
}

interface TimedResponse {
  header(name: string, value: string): unknown;
}

/** One line per answered request, and its duration in `X-Response-Time`. */
@Injectable()
export class RequestLogInterceptor implements NestInterceptor {
  private readonly logger = new Logger('Request');

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const started = performance.now();
    const http = context.switchToHttp();
    const { method, url } = http.getRequest<LoggedRequest>();
    return next.handle().pipe(
      tap(() => {
        const duration = `${(performance.now() - started).toFixed(1)}ms`;
        http.getResponse<TimedResponse>().header('x-response-time', duration);
        this.logger.log(`${method} ${url} ${duration}`);
      }),
    );
  }
}
