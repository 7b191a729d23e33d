// Installs the packed package in applications on the oldest and the newest Nest 11, as CommonJS and as ES modules, and
// runs their checks. The last line is `N passed, N failed`; the exit code is 1 when a check failed.
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  install,
  pack,
  run,
  runCounted,
  setModuleType,
  temporaryFolder,
} from '../support/packed-package.mjs';

const NEST_PACKAGES = ['common', 'core', 'platform-express', 'platform-fastify'];
/** The oldest version that the peer dependencies allow. The newest is in package.json. */
const OLDEST = NEST_PACKAGES.map((name) => `@nestjs/${name}@11.1.0`);

const folder = temporaryFolder();
const tarball = process.argv[2] ?? pack(folder);
const total = { passed: 0, failed: 0 };

for (const [label, packages] of [
  ['11.1.0', OLDEST],
  ['the newest 11', []],
]) {
  const root = join(folder, label.replaceAll(' ', '-'));
  install(import.meta.dirname, root, tarball, packages);
  for (const type of ['commonjs', 'module']) {
    console.log(`\n== Nest ${label}, ${type}`);
    const app = join(root, type);
    mkdirSync(app);
    setModuleType(app, type);
    for (const name of ['src', 'tsconfig.json']) {
      cpSync(join(root, name), join(app, name), { recursive: true });
    }
    run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', app], root);
    const { passed, failed } = runCounted(['dist/main.js'], app);
    total.passed += passed;
    total.failed += failed;
  }
}

console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
