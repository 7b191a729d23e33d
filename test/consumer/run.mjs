// Installs the packed package in an application on Nest 12, type-checks its use under strict options, and runs it.
// The last line is `N passed, N failed`; the exit code is 1 when something failed.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { install, pack, runCounted, temporaryFolder } from '../support/packed-package.mjs';

const folder = temporaryFolder();
const tarball = process.argv[2] ?? pack(folder);
const app = join(folder, 'app');
install(import.meta.dirname, app, tarball);

// `skipLibCheck` is off, so that our declarations are checked too. Those of other packages are not our concern.
const { stdout } = spawnSync(
  process.execPath,
  [join(app, 'node_modules/typescript/bin/tsc'), '-p', app, '--pretty', 'false'],
  { cwd: app, encoding: 'utf8' },
);
const errors = stdout
  .split('\n')
  .filter((line) => line.includes('error TS'))
  .filter((line) => !line.startsWith('node_modules/') || line.startsWith('node_modules/nestjs-mcp/'));
console.log(errors.length === 0 ? 'ok      the types' : `FAILED  the types\n${errors.join('\n')}`);

const { passed, failed } = runCounted(['dist/main.js'], app);
const total = {
  passed: passed + (errors.length === 0 ? 1 : 0),
  failed: failed + (errors.length === 0 ? 0 : 1),
};
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
