import type { HttpServer } from '@nestjs/common';
import type { Platform } from './path-variants.js';

/** How a platform's router reads paths. */
export interface RouterRules {
  readonly platform: Platform;
  readonly isCaseSensitive: boolean;
  readonly ignoresTrailingSlash: boolean;
}

interface ExpressLike {
  enabled(setting: string): boolean;
}

interface RouterConfig {
  readonly caseSensitive?: boolean;
  readonly ignoreTrailingSlash?: boolean;
}

interface FastifyLike {
  readonly initialConfig: RouterConfig & { readonly routerOptions?: RouterConfig };
}

export function routerRules(adapter: HttpServer, platform: Platform): RouterRules {
  if (platform === 'express') {
    const application = adapter.getInstance() as ExpressLike;
    return {
      platform,
      isCaseSensitive: application.enabled('case sensitive routing'),
      ignoresTrailingSlash: !application.enabled('strict routing'),
    };
  }
  const { initialConfig } = adapter.getInstance() as FastifyLike;
  const { caseSensitive = true, ignoreTrailingSlash = false } = {
    ...initialConfig,
    ...initialConfig.routerOptions,
  };
  return { platform, isCaseSensitive: caseSensitive, ignoresTrailingSlash: ignoreTrailingSlash };
}
