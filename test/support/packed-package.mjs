import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

/** Builds and packs this package, as `npm publish` would, and returns the path of the tarball. */
export function pack(folder) {
  const output = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // What `prepack` prints comes first.
  const [{ filename }] = JSON.parse(output.slice(output.indexOf('[\n')));
  return join(folder, filename);
}

/** A folder outside of the repository, so that nothing is found in its node_modules; removed when the process ends. */
export function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'nestjs-mcp-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Installs the application in `source`, and the tarball, in `folder`. */
export function install(source, folder, tarball, packages = []) {
  cpSync(source, folder, { recursive: true });
  run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', tarball, ...packages], folder);
}

/** Makes the files of `folder` ES modules or CommonJS modules. */
export function setModuleType(folder, type) {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type }));
}

/** @throws Error when the command fails */
export function run(command, args, cwd) {
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit' });
  if (status !== 0) {
    throw new Error(`${command} ${args.join(' ')} ended with ${status} in ${cwd}.`);
  }
}

/** Runs a program whose last line is `N passed, N failed`, and returns the numbers. */
export function runCounted(args, cwd) {
  const { status, stdout } = spawnSync(process.execPath, args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: 300_000,
  });
  process.stdout.write(stdout);
  const counts = /(\d+) passed, (\d+) failed\s*$/.exec(stdout);
  if (!counts) {
    return { passed: 0, failed: 1 };
  }
  const [passed, failed] = [Number(counts[1]), Number(counts[2])];
  return { passed, failed: failed === 0 && status !== 0 ? 1 : failed };
}
