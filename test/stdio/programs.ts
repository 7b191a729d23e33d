import { join } from 'node:path';
import { compileProgram } from '../support/compile-program.js';

export interface Programs {
  /** `main.js <platform>`: an application on standard streams. */
  readonly app: string;
  /** `nestjs-mcp` */
  readonly command: string;
}

/** @param name one for each file of tests, which may run at once */
export function compilePrograms(name: string): Programs {
  const folder = compileProgram(name, [
    'test/stdio/child/main.ts',
    'test/stdio/local-app.fixture.ts',
    'test/input/input-tools.fixture.ts',
  ]);
  return {
    app: join(folder, 'test/stdio/child/main.js'),
    command: join(folder, 'lib/bin/nestjs-mcp.js'),
  };
}
