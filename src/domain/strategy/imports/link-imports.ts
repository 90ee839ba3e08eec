import type { CallFault } from '../code-tokens.ts';
import { MAX_IMPORTED_FILES, MAX_PROGRAM_CHARACTERS } from './limits.ts';
import { fileNameOf, firstExport, importsOf, isStrategyCode, type FileImport } from './read-imports.ts';
import type { ImportedFile, ProgramFiles } from './program-text.ts';

/** Names that are searched for, those without a file included: each costs a read of the storage. */
const MAX_NAMES_READ = 5 * MAX_IMPORTED_FILES;

/** Why files cannot be run together, at the line that imports the wrong one. */
export interface ImportFault extends CallFault {
  /** The imported file with that line; undefined = the strategy itself. */
  readonly file?: string;
  /** The import of the strategy itself that leads to it. */
  readonly from: Pick<CallFault, 'line' | 'column'>;
}

/** Reads a file by its name; undefined when there is none. */
type LoadFile = (name: string) => Promise<Omit<ImportedFile, 'name'> | undefined>;

/** Reads the files that a strategy imports, directly or through one another. Files that are missing are left out, and so are those beyond the limits. */
export async function collectImports(name: string, code: string, load: LoadFile): Promise<ProgramFiles> {
  const files: ImportedFile[] = [];
  const seen = new Set<string>();
  const waiting = namesIn(code);
  let characters = code.length;
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    if (seen.has(next)) continue;
    if (seen.size === MAX_NAMES_READ) break;
    seen.add(next);
    const found = await load(next);
    if (found === undefined) continue;
    files.push({ name: next, version: found.version, code: found.code });
    characters += found.code.length;
    // The last one that was read shows that the limit is crossed.
    if (files.length > MAX_IMPORTED_FILES || characters > MAX_PROGRAM_CHARACTERS) break;
    waiting.push(...namesIn(found.code));
  }
  return { name, code, files };
}

const namesIn = (code: string): string[] =>
  importsOf(code).flatMap(({ specifier }) => fileNameOf(specifier) ?? []);

/** What is wrong with the imports of a strategy and of its files; null when nothing is. Names that a file does not export are left to the compiler. */
export function importFault(program: ProgramFiles): ImportFault | null {
  const { name, code } = program;
  return new Linker(program).faultIn({ name, code }, undefined);
}

/** Why files cannot be run as a strategy: a wrong import, or a strategy that is itself a library. */
export const programFault = (program: ProgramFiles): ImportFault | null =>
  importFault(program) ?? exportFault(program.code);

function exportFault(code: string): ImportFault | null {
  const place = firstExport(code);
  return (
    place && {
      ...place,
      from: place,
      message:
        'this file exports, so it is a library for strategies that import it: a strategy exports nothing',
    }
  );
}

type SourceFile = Pick<ImportedFile, 'name' | 'code'>;

/** Follows the imports of a strategy from file to file, each file once. */
class Linker {
  readonly #program: ProgramFiles;
  readonly #checked = new Set<string>();
  /** The files from the strategy to the present one. */
  readonly #path: string[] = [];
  #characters: number;

  constructor(program: ProgramFiles) {
    this.#program = program;
    this.#characters = program.code.length;
  }

  faultIn({ name, code }: SourceFile, file: string | undefined): ImportFault | null {
    this.#path.push(name);
    for (const imported of importsOf(code)) {
      const { line, column } = imported;
      const found = this.#check(imported);
      const from = { line, column };
      if (typeof found === 'string')
        return { ...from, from, message: found, ...(file === undefined ? {} : { file }) };
      const inner = found === undefined ? null : this.faultIn(found, found.name);
      if (inner !== null) return { ...inner, from };
    }
    this.#path.pop();
    return null;
  }

  /** Why a file cannot be imported; the file when its own imports are to be checked, undefined when they were. */
  #check({ specifier }: FileImport): string | SourceFile | undefined {
    const name = fileNameOf(specifier);
    if (name === null)
      return `only your own files can be imported, each by its name behind ./, such as './risk': '${specifier}'`;
    const cycle = this.#path.indexOf(name);
    if (cycle >= 0) {
      const files = this.#path.slice(cycle);
      return files.length === 1
        ? `'${name}' imports itself`
        : `these files import one another in a circle: ${[...files, name].join(', ')}`;
    }
    const file = this.#program.files.find((other) => other.name === name);
    if (file === undefined) return `there is no file '${name}'`;
    if (isStrategyCode(file.code))
      return `'${name}' is a strategy: a file that is imported declares no symbol and no handlers at its top level`;
    if (firstExport(file.code) === null) return `'${name}' exports nothing that could be imported`;
    if (this.#checked.has(name)) return undefined;
    this.#checked.add(name);
    this.#characters += file.code.length;
    if (this.#checked.size > MAX_IMPORTED_FILES)
      return `a strategy imports at most ${MAX_IMPORTED_FILES} files, those that they import included`;
    if (this.#characters > MAX_PROGRAM_CHARACTERS)
      return `a strategy has at most ${MAX_PROGRAM_CHARACTERS.toLocaleString('en-US')} characters with all files that it imports`;
    return file;
  }
}
