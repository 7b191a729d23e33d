import type { ModulesContainer } from '@nestjs/core';
import { MetadataScanner } from '@nestjs/core';
import { HOST_METADATA, PATH_METADATA, ROUTE_ARGS_METADATA, RouteParamtype } from './nest-metadata.js';

/** Metadata key on callbacks; Nest copies it onto the handlers that it registers. */
const MAY_PASS_ON_METADATA = Symbol('mcp:may-pass-on');

/**
 * Marks the handlers that may leave a request to the routes after them: those for some hosts only, and those that take
 * `next()`. Must be called before Nest registers its routes.
 */
export function markPassingRoutes(modules: ModulesContainer): void {
  const scanner = new MetadataScanner();
  for (const { controllers } of modules.values()) {
    for (const { metatype } of controllers.values()) {
      if (typeof metatype !== 'function') {
        continue;
      }
      const prototype = metatype.prototype as Record<string, object>;
      const isForSomeHosts = Reflect.getMetadata(HOST_METADATA, metatype) !== undefined;
      for (const name of scanner.getAllMethodNames(prototype)) {
        const callback = prototype[name]!;
        if (Reflect.hasMetadata(PATH_METADATA, callback) && (isForSomeHosts || takesNext(metatype, name))) {
          Reflect.defineMetadata(MAY_PASS_ON_METADATA, true, callback);
        }
      }
    }
  }
}

export function mayPassOn(registered: object): boolean {
  return Reflect.hasMetadata(MAY_PASS_ON_METADATA, registered);
}

function takesNext(controller: object, method: string): boolean {
  const args = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, method) ?? {}) as object;
  return Object.keys(args).some((key) => key.startsWith(`${RouteParamtype.Next}:`));
}
