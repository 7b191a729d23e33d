import type { ExecutionContext, Type } from '@nestjs/common';

type Arguments = readonly [request: object, response: object, next: unknown];
type HttpHost = ReturnType<ExecutionContext['switchToHttp']>;
type RpcHost = ReturnType<ExecutionContext['switchToRpc']>;
type WsHost = ReturnType<ExecutionContext['switchToWs']>;
type Handler = ReturnType<ExecutionContext['getHandler']>;

/** What guards of the endpoint see: an HTTP request to the handler of the endpoint's controller. */
export class EndpointExecutionContext implements ExecutionContext, HttpHost {
  constructor(
    private readonly args: Arguments,
    private readonly controller: Type,
    private readonly handler: Handler,
  ) {}

  getType<T extends string>(): T {
    return 'http' as T;
  }

  getClass<T>(): Type<T> {
    return this.controller as Type<T>;
  }

  getHandler(): Handler {
    return this.handler;
  }

  getArgs<T extends unknown[]>(): T {
    return this.args as unknown as T;
  }

  getArgByIndex<T>(index: number): T {
    return this.args[index] as T;
  }

  switchToHttp(): HttpHost {
    return this;
  }

  getRequest<T>(): T {
    return this.args[0] as T;
  }

  getResponse<T>(): T {
    return this.args[1] as T;
  }

  getNext<T>(): T {
    return this.args[2] as T;
  }

  /** As Nest's, which gives the arguments by position whatever the transport is. */
  switchToRpc(): RpcHost {
    return { getData: <T>() => this.args[0] as T, getContext: <T>() => this.args[1] as T };
  }

  switchToWs(): WsHost {
    return {
      getClient: <T>() => this.args[0] as T,
      getData: <T>() => this.args[1] as T,
      getPattern: () => this.args[2] as string,
    };
  }
}
