import type { Adapter, AppSettings } from './app-settings.js';

/** `$ADAPTER`, or `fastify`. */
export function readAdapter(): Adapter {
  const { ADAPTER = 'fastify' } = process.env;
  if (ADAPTER !== 'fastify' && ADAPTER !== 'express') {
    throw new Error(`ADAPTER is fastify or express, not "${ADAPTER}"`);
  }
  return ADAPTER;
}

/** `$TOOL_COUNT`, and what the bench itself adds as JSON in `$APP_SETTINGS`. */
export function readSettings(): AppSettings {
  const { TOOL_COUNT, APP_SETTINGS = '{}' } = process.env;
  return { toolCount: Number(TOOL_COUNT ?? 50), ...(JSON.parse(APP_SETTINGS) as AppSettings) };
}

/** What makes `readAdapter()` and `readSettings()` of another process return these. */
export function writeEnvironment(adapter: Adapter, settings: AppSettings): NodeJS.ProcessEnv {
  return { ...process.env, ADAPTER: adapter, APP_SETTINGS: JSON.stringify(settings), PORT: '0' };
}
