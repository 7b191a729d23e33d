import type { ApplicationConfig, ModuleRef } from '@nestjs/core';

/**
 * The configuration of the application: global pipes, versioning.
 *
 * Nest offers no public way to it. Without it a schema could not say what the application's global `ValidationPipe`
 * accepts.
 */
export function findApplicationConfig(moduleRef: ModuleRef): ApplicationConfig | undefined {
  const { container } = moduleRef as unknown as { container?: { applicationConfig?: ApplicationConfig } };
  return container?.applicationConfig;
}

/** Pipes that run on every route, in order: those of `app.useGlobalPipes()` and of `APP_PIPE`. */
export function globalPipes(config: ApplicationConfig | undefined): unknown[] {
  if (!config) {
    return [];
  }
  return [...config.getGlobalPipes(), ...config.getGlobalRequestPipes().map((wrapper) => wrapper.metatype)];
}
