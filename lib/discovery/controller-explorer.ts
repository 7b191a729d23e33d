import type { Type } from '@nestjs/common';
import { MetadataScanner } from '@nestjs/core';
import type { ModulesContainer } from '@nestjs/core';
import { isClass } from './class-type.js';
import type { Callback, DecoratedMethod } from './decorated-method.js';
import { MetadataAccessor } from './metadata-accessor.js';
import { MODULE_PATH_METADATA, PATH_METADATA } from './nest-metadata.js';

/** Finds the decorated methods of an application's controllers. */
export class ControllerExplorer {
  private readonly scanner = new MetadataScanner();

  constructor(private readonly modules: ModulesContainer) {}

  /**
   * The decorated methods, in the order of modules, controllers and methods.
   *
   * @throws Error that names a decorated method without a route
   */
  explore(): DecoratedMethod[] {
    const methods: DecoratedMethod[] = [];
    for (const { controllers, name, metatype: module } of this.modules.values()) {
      const place = { moduleName: name, modulePath: this.modulePathOf(module) };
      for (const { metatype, instance } of controllers.values()) {
        if (isClass(metatype)) {
          methods.push(...this.exploreController(metatype, instance, place));
        }
      }
    }
    return methods;
  }

  /** `RouterModule` keeps it per application, since applications can share modules. */
  private modulePathOf(module: object): string {
    const key = `${MODULE_PATH_METADATA}${this.modules.applicationId}`;
    return (Reflect.getMetadata(key, module) ??
      Reflect.getMetadata(MODULE_PATH_METADATA, module) ??
      '') as string;
  }

  private exploreController(
    owner: Type,
    instance: object | undefined,
    place: Pick<DecoratedMethod, 'moduleName' | 'modulePath'>,
  ): DecoratedMethod[] {
    const prototype = owner.prototype as object;
    const methods: DecoratedMethod[] = [];
    for (const methodName of this.scanner.getAllMethodNames(prototype)) {
      const metadata = new MetadataAccessor(owner, methodName);
      const decorator = metadata.getDecorator();
      if (!decorator && !metadata.getTool()) {
        continue;
      }
      const label = `${owner.name}.${methodName}`;
      const onPrototype = Reflect.get(prototype, methodName) as Callback;
      if (!Reflect.hasMetadata(PATH_METADATA, onPrototype)) {
        if (decorator) {
          throw new Error(
            `${label} has @${decorator}() but no route. Add @Get(), @Post() ... to the method; ` +
              'when it has one already, a decorator between the two replaced the method without keeping its metadata: ' +
              'move it below the route decorator.',
          );
        }
        continue;
      }
      const callback = (instance ? Reflect.get(instance, methodName) : onPrototype) as Callback;
      methods.push({ owner, methodName, label, ...place, callback, metadata });
    }
    return methods;
  }
}
