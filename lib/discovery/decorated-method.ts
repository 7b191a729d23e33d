import type { Type } from '@nestjs/common';
import type { ModulesContainer } from '@nestjs/core';
import type { MetadataAccessor } from './metadata-accessor.js';

/** A method, as reflection sees it. */
export type Callback = (...args: never[]) => unknown;

/** A module as Nest's container keeps it. */
export type NestModule = NonNullable<ReturnType<ModulesContainer['get']>>;

/** A provider as Nest's container keeps it. */
export type ProviderWrapper = NonNullable<ReturnType<NestModule['providers']['get']>>;

/** Where the container keeps the provider that a method belongs to. */
export interface ProviderHost {
  readonly module: NestModule;
  readonly wrapper: ProviderWrapper;
}

/** A method that one of the decorators offers to MCP clients. */
export interface DecoratedMethod {
  /** The controller or provider. */
  readonly owner: Type;
  readonly methodName: string;
  /** `ItemsController.findOne` */
  readonly label: string;
  /** Name of the module that registers the owner. */
  readonly moduleName: string;
  /** The prefix that `RouterModule` gives to that module; empty when there is none. */
  readonly modulePath: string;
  /** The function whose metadata Nest copies onto the handler that it registers. */
  readonly callback: Callback;
  readonly metadata: MetadataAccessor;
  /** Undefined for the routes of controllers. */
  readonly provider?: ProviderHost;
}

/** `ItemsController.findOne (ItemsModule)`, for messages. */
export function placeOf({ label, moduleName }: DecoratedMethod): string {
  return `${label} (${moduleName})`;
}
