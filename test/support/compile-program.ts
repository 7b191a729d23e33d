import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { transformFileSync } from '@swc/core';

const ROOT = join(import.meta.dirname, '../..');

/**
 * Makes JavaScript of the library and of some TypeScript files, for processes without Jest. The package can be imported by
 * its name there.
 *
 * @param name of the folder, one for each file of tests
 * @returns the path of the folder, in which files have the paths that they have in the repository
 */
export function compileProgram(name: string, sources: readonly string[]): string {
  const folder = join(ROOT, 'node_modules/.cache', name);
  mkdirSync(folder, { recursive: true });
  const description = {
    name: 'nestjs-mcp',
    type: 'module',
    exports: { '.': './lib/index.js', './context': './lib/context/index.js' },
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(description));
  for (const source of [...libraryFiles(), ...sources]) {
    const { code } = transformFileSync(join(ROOT, source), {
      jsc: {
        parser: { syntax: 'typescript', decorators: true },
        transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: true },
        target: 'es2022',
        keepClassNames: true,
      },
      module: { type: 'es6' },
    });
    const file = join(folder, source.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, code);
  }
  return folder;
}

function libraryFiles(): string[] {
  const names = readdirSync(join(ROOT, 'lib'), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.ts')).map((name) => join('lib', name));
}
