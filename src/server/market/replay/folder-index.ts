import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { peekLines } from './csv-file.ts';

/** What a file of a recording holds. `minute quotes` and `nbbo` are national best bids and offers: by the minute, and each change. */
export type FileKind =
  'daily' | 'minute' | 'minute quotes' | 'trades' | 'nbbo' | 'symbols' | 'options' | 'actions' | 'factors';

/** One file of a recording; its content is not read yet. */
export interface RecordingFile {
  readonly kind: FileKind;
  /** '' for a file of symbols or of corporate actions. */
  readonly symbol: string;
  readonly path: string;
  /** Path inside the folder, for messages. */
  readonly name: string;
  readonly sizeBytes: number;
}

/** What lies in a folder, by file names alone (files directly in the folder: by their header). */
export interface FolderIndex {
  readonly files: readonly RecordingFile[];
  /** Names of CSV files that are not used, and why. */
  readonly ignored: readonly string[];
}

const KIND_BY_FOLDER: Readonly<Record<string, FileKind | 'ticks'>> = {
  daily: 'daily',
  minute: 'minute',
  'minute-more': 'minute',
  'minute-quotes': 'minute quotes',
  ticks: 'ticks',
  symbols: 'symbols',
  options: 'options',
  actions: 'actions',
  factors: 'factors',
  // Raw daily bars are not played; the factors beside them say what happened to the shares.
  'daily-raw': 'factors',
};

/** SYMBOL, then perhaps a date or month or a range of dates, then perhaps what it holds. */
const FILE_NAME =
  /^([A-Za-z0-9$][A-Za-z0-9.$-]*?)(?:_\d{4}-\d{2}(?:-\d{2})?){0,2}(?:_(trades|nbbo|quotes))?\.csv(?:\.gz)?$/;

const FACTORS_NAME = /^([A-Za-z0-9$][A-Za-z0-9.$-]*?)(\.factors)?\.csv(?:\.gz)?$/i;

const CHAIN_NAME = /^[^_]+_\d{4}-\d{2}-\d{2}\.csv(?:\.gz)?$/i;

/** What a symbol can be played from. */
export const PLAYED_KINDS: ReadonlySet<FileKind> = new Set<FileKind>([
  'daily',
  'minute',
  'trades',
  'options',
]);

/** Lists a folder of recordings. Throws a one-line Error if there is no such folder or nothing in it to play. */
export function indexFolder(folder: string): FolderIndex {
  const files: RecordingFile[] = [];
  const ignored: string[] = [];
  for (const entry of listFolder(folder)) {
    if (entry.isDirectory()) {
      const kind = KIND_BY_FOLDER[entry.name];
      const inside = listFolder(join(folder, entry.name)).filter((file) => isCsv(file.name));
      if (kind === undefined && inside.length > 0)
        ignored.push(`${entry.name}/ (${inside.length} files): not a folder of a recording`);
      if (kind !== undefined)
        for (const file of inside) take(folder, join(entry.name, file.name), kind, files, ignored);
    } else if (isCsv(entry.name)) {
      take(folder, entry.name, null, files, ignored);
    }
  }
  if (!files.some(({ kind }) => PLAYED_KINDS.has(kind))) {
    throw new Error(
      `The replay folder ${folder} holds no recording. Put CSV or CSV.gz files of bars, trades or option chains into daily/, minute/, ticks/ or options/, or choose another folder.`,
    );
  }
  return { files, ignored };
}

function listFolder(folder: string): ReturnType<typeof readEntries> {
  try {
    return readEntries(folder);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const why =
      code === 'ENOENT'
        ? 'does not exist'
        : code === 'ENOTDIR'
          ? 'is not a folder'
          : `cannot be read (${code || 'unknown error'})`;
    throw new Error(`The replay folder ${folder} ${why}. Check the path.`);
  }
}

const readEntries = (folder: string) =>
  readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));

const isCsv = (name: string): boolean => /\.csv(\.gz)?$/i.test(name);

function take(
  folder: string,
  name: string,
  folderKind: FileKind | 'ticks' | null,
  files: RecordingFile[],
  ignored: string[],
): void {
  const path = join(folder, name);
  const shortName = basename(name);
  if (folderKind === 'symbols' || (folderKind === null && /^symbols\.csv/i.test(shortName))) {
    // Other tables may lie beside it.
    if (/^symbols\.csv/i.test(shortName))
      files.push({ kind: 'symbols', symbol: '', path, name, sizeBytes: sizeOf(path) });
    return;
  }
  if (isActions(folderKind, shortName)) {
    files.push({ kind: 'actions', symbol: '', path, name, sizeBytes: sizeOf(path) });
    return;
  }
  if (folderKind === 'factors') return takeFactors({ path, name }, files, ignored);
  const match = FILE_NAME.exec(shortName);
  const suffix = match?.[2];
  const kind = match === null ? null : kindOf(folderKind, suffix, path);
  if (match === null || kind === null) {
    ignored.push(`${name}: neither its name nor its header says what it holds`);
    return;
  }
  if (kind === 'options' && !CHAIN_NAME.test(shortName)) {
    ignored.push(`${name}: the name of an option chain is its symbol and its date, as in SPY_2026-08-14.csv`);
    return;
  }
  files.push({ kind, symbol: symbolOf(match[1] ?? ''), path, name, sizeBytes: sizeOf(path) });
}

const isActions = (folderKind: FileKind | 'ticks' | null, shortName: string): boolean =>
  folderKind === 'actions' || (folderKind === null && /^actions\.csv/i.test(shortName));

function takeFactors(
  { path, name }: Pick<RecordingFile, 'path' | 'name'>,
  files: RecordingFile[],
  ignored: string[],
): void {
  const [, symbol = '', suffix] = FACTORS_NAME.exec(basename(name)) ?? [];
  if (symbol !== '' && (suffix !== undefined || name.startsWith('factors')))
    files.push({ kind: 'factors', symbol: symbolOf(symbol), path, name, sizeBytes: sizeOf(path) });
  else ignored.push(`${name}: only files of factors are read here, such as AAPL.factors.csv`);
}

function kindOf(
  folderKind: FileKind | 'ticks' | null,
  suffix: string | undefined,
  path: string,
): FileKind | null {
  if (suffix === 'trades' || suffix === 'nbbo') return suffix;
  if (folderKind === 'ticks') return null;
  if (suffix === 'quotes') return 'minute quotes';
  if (folderKind !== null) return folderKind;
  const header = peekLines(path, 1)?.[0]?.toLowerCase() ?? '';
  if (header.startsWith('date,')) return 'daily';
  if (header.startsWith('timestamp,bidopen')) return 'minute quotes';
  if (header.startsWith('snapshot,underlying')) return 'options';
  return header.startsWith('timestamp,open') ? 'minute' : null;
}

/** Index files are named INDEX-SPX; the platform writes indexes with a dollar sign. */
function symbolOf(fileSymbol: string): string {
  const symbol = fileSymbol.toUpperCase();
  return symbol.startsWith('INDEX-') ? `$${symbol.slice('INDEX-'.length)}` : symbol;
}

function sizeOf(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    return 0;
  }
}
