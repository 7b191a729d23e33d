import { join } from 'node:path';
import ts from 'typescript';
import type { Block } from './markdown.js';
import { ROOT } from './markdown.js';

/** Where the library's packages are resolved to, so that the documentation is checked against the sources. */
const PACKAGES: Readonly<Record<string, string>> = {
  'nestjs-mcp': join(ROOT, 'lib/index.ts'),
  'nestjs-mcp/context': join(ROOT, 'lib/context/index.ts'),
  'nestjs-mcp/redis': join(ROOT, 'lib/store/redis/index.ts'),
  'nestjs-mcp/testing': join(ROOT, 'lib/testing/index.ts'),
};

export const SNIPPET_OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  lib: ['lib.es2023.d.ts'],
  types: ['node', 'jest'],
  typeRoots: [join(ROOT, 'node_modules/@types')],
  strict: true,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
  esModuleInterop: true,
  skipLibCheck: true,
  noEmit: true,
};

/** Checks snippets as modules of their own, in one program. Problems come as `docs/tools.md:12: message`. */
export function checkSnippets(snippets: readonly Block[]): string[] {
  const files = new Map(snippets.map((snippet) => [pathOf(snippet), snippet]));
  const host = ts.createCompilerHost(SNIPPET_OPTIONS);
  const readFile = host.readFile.bind(host);
  const fileExists = host.fileExists.bind(host);
  const getSourceFile = host.getSourceFile.bind(host);
  const sourceOf = (path: string) => {
    const snippet = files.get(path);
    // Without an import or an export a snippet would be a script, and share its names with the others.
    return snippet && `${snippet.code}\nexport {};\n`;
  };
  host.fileExists = (path) => files.has(path) || fileExists(path);
  host.readFile = (path) => sourceOf(path) ?? readFile(path);
  host.getSourceFile = (path, version, ...rest) => {
    const source = sourceOf(path);
    return source === undefined
      ? getSourceFile(path, version, ...rest)
      : ts.createSourceFile(path, source, version);
  };
  host.resolveModuleNameLiterals = (literals, containing, redirected, options, file) =>
    literals.map((literal) => {
      const resolvedFileName = PACKAGES[literal.text];
      if (resolvedFileName && files.has(containing)) {
        return { resolvedModule: { resolvedFileName, extension: ts.Extension.Ts } };
      }
      const mode = ts.getModeForUsageLocation(file, literal, options);
      return ts.resolveModuleName(literal.text, containing, options, host, undefined, redirected, mode);
    });

  const program = ts.createProgram([...files.keys()], SNIPPET_OPTIONS, host);
  return [...files].flatMap(([path, snippet]) => {
    const file = program.getSourceFile(path)!;
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
      ({ start = 0, messageText }) => {
        const { line } = file.getLineAndCharacterOfPosition(start);
        return `${snippet.page}:${snippet.line + line}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
      },
    );
  });
}

/** Inside the repository, so that packages resolve. The files exist for the compiler only. */
function pathOf({ page, line }: Block): string {
  return join(ROOT, 'test/docs', `${page.replaceAll('/', '-')}-${line}.mts`);
}
