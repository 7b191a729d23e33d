// Makes `dist`: the types of each file, and the code of all of them in a few files. An application that imports the package
// reads those in a third of the time that hundreds took.
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { rollup } from 'rollup';

const COMPILED = 'build/lib';
const { exports, bin } = JSON.parse(readFileSync('package.json', 'utf8'));

const entryPoints = [...Object.values(exports).map((entry) => entry.default), ...Object.values(bin)]
  .filter((file) => file?.startsWith('./dist/'))
  .map((file) => file.replace('./dist', COMPILED));

rmSync('dist', { recursive: true, force: true });
rmSync(COMPILED, { recursive: true, force: true });
execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'], {
  stdio: 'inherit',
});
const bundle = await rollup({
  input: entryPoints,
  // Packages stay what they are; only files of this one are put together.
  external: (id) => !/^[./]/.test(id),
  onLog(level, log, report) {
    // What the compiler writes for decorators begins with `this && this.__decorate`.
    if (log.code !== 'THIS_IS_UNDEFINED') report(level, log);
  },
});
await bundle.write({
  dir: 'dist',
  format: 'esm',
  // `dist/store/redis/index.js` is made of `build/lib/store/redis/index.js`.
  entryFileNames: ({ facadeModuleId }) => relative(COMPILED, facadeModuleId),
  chunkFileNames: 'chunks/[hash].js',
});
await bundle.close();
