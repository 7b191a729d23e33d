import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transform } from '@swc/core';

const ROOT = new URL('../../../', import.meta.url);
const PACKAGE_ENTRIES = {
  'nestjs-mcp': 'lib/index.ts',
  'nestjs-mcp/context': 'lib/context/index.ts',
  'nestjs-mcp/redis': 'lib/store/redis/index.ts',
  'nestjs-mcp/testing': 'lib/testing/index.ts',
};

/** Sources import each other by the name that the compiled file will have. */
export function resolve(specifier, context, next) {
  if (Object.hasOwn(PACKAGE_ENTRIES, specifier)) {
    return { url: new URL(PACKAGE_ENTRIES[specifier], ROOT).href, shortCircuit: true };
  }
  const isOwn = context.parentURL?.endsWith('.ts') && /^\.{1,2}\/.*\.js$/.test(specifier);
  return next(isOwn ? specifier.replace(/\.js$/, '.ts') : specifier, context);
}

export async function load(url, context, next) {
  if (!url.endsWith('.ts')) {
    return next(url, context);
  }
  const file = fileURLToPath(url);
  const { code } = await transform(await readFile(file, 'utf8'), {
    filename: file,
    swcrc: false,
    sourceMaps: 'inline',
    jsc: {
      parser: { syntax: 'typescript', decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: true },
      target: 'es2022',
      keepClassNames: true,
    },
    module: { type: 'es6' },
  });
  return { format: 'module', source: code, shortCircuit: true };
}
