import { ContextIdFactory, ModuleRef } from '@nestjs/core';
import type { ContextId, ExternalContextCreator } from '@nestjs/core';
import { EXCEPTION_FILTERS_METADATA, ROUTE_ARGS_METADATA } from '../discovery/index.js';
import type { ProviderMethod } from '../discovery/index.js';
import { joinInjectionContext } from './derived-request.js';
import { providerParameters } from './provider-parameters.js';

type Handler = (...args: unknown[]) => Promise<unknown>;

/** A provider's method as Nest runs it. */
export interface ProviderInvocation {
  /** Guards, interceptors, pipes and the method. Takes request, response and `next`. */
  readonly handle: Handler;
  /** The exception filters. Takes request, response, `next` and the error, and throws it when no filter takes it. */
  readonly catchError: Handler;
}

/** Makes invocations: once for a singleton, anew in each call for a provider of the request or a transient one. */
export class ProviderInvocationFactory {
  private readonly singletons = new WeakMap<ProviderMethod, ProviderInvocation>();

  constructor(private readonly creator: ExternalContextCreator) {}

  create(method: ProviderMethod, request: object): ProviderInvocation | Promise<ProviderInvocation> {
    const known = this.singletons.get(method);
    if (known) {
      return known;
    }
    const { wrapper } = method.provider;
    if (!wrapper.isDependencyTreeStatic() || wrapper.isTransient) {
      return this.createInContext(method, request);
    }
    const invocation = this.bind(method, wrapper.instance as object);
    this.singletons.set(method, invocation);
    return invocation;
  }

  /** For errors on the way to an instance. */
  createFilters({ provider, methodName, owner }: ProviderMethod): Handler {
    const instance = (provider.wrapper.instance ?? Object.create(owner.prototype as object)) as object;
    return this.bindFilters(instance, Reflect.get(instance, methodName) as Handler, methodName);
  }

  private async createInContext(method: ProviderMethod, request: object): Promise<ProviderInvocation> {
    const { module, wrapper } = method.provider;
    const contextId = ContextIdFactory.getByRequest(request);
    joinInjectionContext(request, contextId);
    const moduleRef = module.providers.get(ModuleRef)!.instance as ModuleRef;
    moduleRef.registerRequestByContextId(
      requestOf(contextId, request, wrapper.isDependencyTreeDurable()),
      contextId,
    );
    const instance = await moduleRef.resolve<object>(wrapper.token as string, contextId, { strict: true });
    return this.bind(method, instance, contextId, wrapper.id);
  }

  private bind(
    { methodName }: ProviderMethod,
    instance: object,
    contextId?: ContextId,
    inquirerId?: string,
  ): ProviderInvocation {
    const callback = Reflect.get(instance, methodName) as Handler;
    return {
      handle: this.creator.create(
        instance,
        callback,
        methodName,
        ROUTE_ARGS_METADATA,
        providerParameters,
        contextId,
        inquirerId,
        { guards: true, interceptors: true, filters: false },
        'http',
      ),
      catchError: this.bindFilters(instance, callback, methodName, contextId, inquirerId),
    };
  }

  /**
   * Run apart from the rest, since what a filter returns would pass for a result otherwise. The name differs because
   * Nest remembers a method's parameters by it.
   */
  private bindFilters(
    instance: object,
    callback: object,
    methodName: string,
    contextId?: ContextId,
    inquirerId?: string,
  ): Handler {
    const rethrow = (_request: unknown, _response: unknown, _next: unknown, error: unknown) => {
      throw error;
    };
    Reflect.defineMetadata(
      EXCEPTION_FILTERS_METADATA,
      Reflect.getMetadata(EXCEPTION_FILTERS_METADATA, callback) ?? [],
      rethrow,
    );
    return this.creator.create(
      instance,
      rethrow,
      `${methodName} (filters)`,
      undefined,
      undefined,
      contextId,
      inquirerId,
      { guards: false, interceptors: false, filters: true },
      'http',
    );
  }
}

/** What is injected as REQUEST: as for controllers, the payload of a durable context in the place of the request. */
function requestOf(contextId: ContextId, request: object, isDurable: boolean): unknown {
  return isDurable ? contextId.payload : Object.assign(request, contextId.payload);
}
