import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** A relative import in a declaration: `from '…'`, `import('…')` or `import '…'`. */
const RELATIVE_IMPORT = /((?:from|import)\s*\(?\s*)(['"])(\.[^'"]*)\2/g;
const STYLE_SHEET_IMPORT = /^import (?:\w+ from )?['"][^'"]*\.css['"];\n/gm;

/**
 * The declarations of these sources and of what they refer to, by path in the project: `src/ui/index.d.ts`. They import one another with the names of
 * modules, as packages do. The types of the sources are not checked. Rejects when a declaration cannot be written or refers to a file that has none.
 */
export async function declarationsOf(
  root: string,
  entries: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  // Below node_modules, so that the compiler finds the packages of the project and no other tool finds the files.
  const cache = join(root, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'declarations-'));
  try {
    await compile(root, entries, folder);
    return reachable(join(folder, 'out'), entries);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function compile(root: string, entries: readonly string[], folder: string): Promise<void> {
  const config = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      noCheck: true,
      declaration: true,
      emitDeclarationOnly: true,
      incremental: false,
      rootDir: root,
      outDir: join(folder, 'out'),
    },
    files: entries.map((entry) => join(root, entry)),
    include: [],
  };
  const file = join(folder, 'tsconfig.json');
  writeFileSync(file, JSON.stringify(config));
  const compiler = join(root, 'node_modules', '@typescript', 'native', 'bin', 'tsc');
  try {
    await execute(process.execPath, [compiler, '--pretty', 'false', '-p', file]);
  } catch (error) {
    // The compiler writes its findings to the output.
    const output = error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error);
    throw new Error(`The declarations cannot be written.\n${output}`, { cause: error });
  }
}

/** The declaration of a source: `a.d.ts` of `a.tsx`. */
const declarationOf = (source: string): string => source.replace(/\.tsx?$/, '.d.ts');

function reachable(folder: string, entries: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const waiting = [...entries];
  for (let source = waiting.pop(); source !== undefined; source = waiting.pop()) {
    const name = declarationOf(source);
    if (found.has(name)) continue;
    const file = join(folder, name);
    if (!existsSync(file)) throw new Error(`The declarations refer to ${source}, which has none.`);
    const text = readFileSync(file, 'utf8').replaceAll(STYLE_SHEET_IMPORT, '');
    for (const [, , , path = ''] of text.matchAll(RELATIVE_IMPORT))
      waiting.push(join(dirname(source), path).replaceAll('\\', '/'));
    found.set(name, withModuleNames(text));
  }
  return found;
}

const withModuleNames = (text: string): string =>
  text.replaceAll(
    RELATIVE_IMPORT,
    (_, before: string, quote: string, path: string) =>
      `${before}${quote}${path.replace(/\.tsx?$/, '.js')}${quote}`,
  );
