import type { Type } from '@nestjs/common';
import { MetadataScanner } from '@nestjs/core';
import type { ModulesContainer } from '@nestjs/core';
import { isClass } from './class-type.js';
import type { Callback, DecoratedMethod, ProviderHost, ProviderWrapper } from './decorated-method.js';
import { MetadataAccessor } from './metadata-accessor.js';

/** Finds the decorated methods of an application's providers. */
export class ProviderExplorer {
  private readonly scanner = new MetadataScanner();

  constructor(private readonly modules: ModulesContainer) {}

  /** The decorated methods, in the order of modules, providers and methods. */
  explore(): DecoratedMethod[] {
    const taken = this.registeredClasses();
    const methods: DecoratedMethod[] = [];
    for (const module of this.modules.values()) {
      for (const wrapper of module.providers.values()) {
        const owner = ownerOf(wrapper, taken);
        if (owner) {
          methods.push(...this.exploreProvider(owner, { module, wrapper }));
        }
      }
    }
    return methods;
  }

  /** Some applications list a controller among the providers too, to inject it elsewhere. */
  private registeredClasses(): Record<'controllers' | 'providers', ReadonlySet<unknown>> {
    const modules = [...this.modules.values()];
    return {
      controllers: new Set(modules.flatMap(({ controllers }) => [...controllers.keys()])),
      providers: new Set(modules.flatMap(({ providers }) => [...providers.keys()])),
    };
  }

  private exploreProvider(owner: Type, provider: ProviderHost): DecoratedMethod[] {
    const prototype = owner.prototype as object;
    const methods: DecoratedMethod[] = [];
    for (const methodName of this.scanner.getAllMethodNames(prototype)) {
      const metadata = new MetadataAccessor(owner, methodName);
      if (metadata.getDecorator()) {
        methods.push({
          owner,
          methodName,
          label: `${owner.name}.${methodName}`,
          moduleName: provider.module.name,
          modulePath: '',
          callback: Reflect.get(prototype, methodName) as Callback,
          metadata,
          provider,
        });
      }
    }
    return methods;
  }
}

/** The class of a provider; undefined when it has none, or when another entry of the container stands for it. */
function ownerOf(
  wrapper: ProviderWrapper,
  taken: Record<'controllers' | 'providers', ReadonlySet<unknown>>,
): Type | undefined {
  if (wrapper.isAlias) {
    return undefined;
  }
  if (!wrapper.isNotMetatype) {
    return isClass(wrapper.metatype) && !taken.controllers.has(wrapper.metatype)
      ? wrapper.metatype
      : undefined;
  }
  const instance: unknown = wrapper.instance;
  const prototype = typeof instance === 'object' && instance && Reflect.getPrototypeOf(instance);
  const owner: unknown = prototype && Object.hasOwn(prototype, 'constructor') && prototype.constructor;
  const isRegistered = taken.providers.has(owner) && wrapper.token !== owner;
  return isClass(owner) && owner !== Object && !taken.controllers.has(owner) && !isRegistered
    ? owner
    : undefined;
}
