import type { Type } from '@nestjs/common';
import { MetadataScanner } from '@nestjs/core';
import type { ModulesContainer } from '@nestjs/core';
import { MetadataAccessor } from './metadata-accessor.js';
import { MODULE_PATH_METADATA, PATH_METADATA } from './nest-metadata.js';

/** A method, as reflection sees it. */
export type Callback = (...args: never[]) => unknown;

/** A method of a controller that is a tool. */
export interface ToolMethod {
  readonly controller: Type;
  readonly methodName: string;
  /** `ItemsController.findOne` */
  readonly label: string;
  /** Name of the module that registers the controller. */
  readonly moduleName: string;
  /** The prefix that `RouterModule` gives to that module; empty when there is none. */
  readonly modulePath: string;
  /** The function whose metadata Nest copies onto the handler that it registers. */
  readonly callback: Callback;
  readonly metadata: MetadataAccessor;
}

/** Finds the decorated methods of an application. */
export class ControllerExplorer {
  private readonly scanner = new MetadataScanner();

  constructor(private readonly modules: ModulesContainer) {}

  /**
   * The controller methods that are tools, in the order of modules, controllers and methods.
   *
   * @throws Error that names a decorated method without a route
   */
  explore(): ToolMethod[] {
    const methods: ToolMethod[] = [];
    const controllerClasses = new Set<unknown>();
    for (const { controllers, name, metatype: module } of this.modules.values()) {
      const place = { moduleName: name, modulePath: this.modulePathOf(module) };
      for (const { metatype, instance } of controllers.values()) {
        if (isClass(metatype)) {
          controllerClasses.add(metatype);
          methods.push(...this.exploreController(metatype, instance, place));
        }
      }
    }
    for (const { providers } of this.modules.values()) {
      for (const { metatype } of providers.values()) {
        // Some applications list a controller among the providers too, to inject it elsewhere.
        if (isClass(metatype) && !controllerClasses.has(metatype)) {
          this.refuseProviderMethods(metatype);
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
    controller: Type,
    instance: object | undefined,
    place: Pick<ToolMethod, 'moduleName' | 'modulePath'>,
  ): ToolMethod[] {
    const prototype = controller.prototype as object;
    const methods: ToolMethod[] = [];
    for (const methodName of this.scanner.getAllMethodNames(prototype)) {
      const metadata = new MetadataAccessor(controller, methodName);
      const tool = metadata.getTool();
      if (!tool) {
        continue;
      }
      const label = `${controller.name}.${methodName}`;
      const onPrototype = Reflect.get(prototype, methodName) as Callback;
      if (!Reflect.hasMetadata(PATH_METADATA, onPrototype)) {
        if (tool.onMethod) {
          throw new Error(
            `${label} has @McpTool() but no route. Add @Get(), @Post() ... to the method; ` +
              'when it has one already, a decorator between the two replaced the method without keeping its metadata: ' +
              'move it below the route decorator.',
          );
        }
        continue;
      }
      const callback = (instance ? Reflect.get(instance, methodName) : onPrototype) as Callback;
      methods.push({ controller, methodName, label, ...place, callback, metadata });
    }
    return methods;
  }

  private refuseProviderMethods(provider: Type): void {
    for (const methodName of this.scanner.getAllMethodNames(provider.prototype as object)) {
      const tool = new MetadataAccessor(provider, methodName).getTool();
      if (tool && tool.onMethod) {
        throw new Error(
          `${provider.name}.${methodName} has @McpTool() but no route: ${provider.name} is a provider. ` +
            'Tools are routes of controllers.',
        );
      }
    }
  }
}

function isClass(value: unknown): value is Type {
  return typeof value === 'function' && typeof value.prototype === 'object' && value.prototype !== null;
}
