/** A file of an author that a strategy imports. */
export interface ImportedFile {
  /** As code imports it, without `./`: the name of the strategy in AlgoStream, or of the file without `.ts`. */
  readonly name: string;
  /** The version of the author's file with this code; null where there are no versions. */
  readonly version: number | null;
  readonly code: string;
}

/** A strategy with the files that it imports, directly or through one another. */
export interface ProgramFiles {
  /** Of the strategy. */
  readonly name: string;
  readonly code: string;
  readonly files: readonly ImportedFile[];
}

const HEADER = '\n//# Tapedeck files ';

/**
 * A strategy and its files in one text, which is what a run executes, stores and compares. Without files it is the code as it is; else the files follow
 * the code in a comment, so that the lines of the code keep their numbers. `readProgram` returns what was formatted.
 */
export function formatProgram({ name, code, files }: ProgramFiles): string {
  return files.length === 0 && !code.includes(HEADER)
    ? code
    : `${code}${HEADER}${JSON.stringify({ name, files })}`;
}

/** The strategy and the files of a text that `formatProgram` made; any other text is code without files. */
export function readProgram(text: string): ProgramFiles {
  const plain: ProgramFiles = { name: '', code: text, files: [] };
  const at = text.lastIndexOf(HEADER);
  if (at < 0) return plain;
  const read = filesOf(text.slice(at + HEADER.length));
  return read === null ? plain : { ...read, code: text.slice(0, at) };
}

function filesOf(json: string): Omit<ProgramFiles, 'code'> | null {
  try {
    const read: unknown = JSON.parse(json);
    if (!isRecord(read) || typeof read['name'] !== 'string' || !Array.isArray(read['files'])) return null;
    const files: readonly unknown[] = read['files'];
    return files.every(isFile) ? { name: read['name'], files } : null;
  } catch {
    return null;
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const isFile = (value: unknown): value is ImportedFile =>
  isRecord(value) &&
  typeof value['name'] === 'string' &&
  typeof value['code'] === 'string' &&
  (value['version'] === null || typeof value['version'] === 'number');
