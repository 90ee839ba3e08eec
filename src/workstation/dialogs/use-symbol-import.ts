import { useEffect, useRef, useState } from 'react';
import type { ImportSummary, LookupOptions } from './import-symbols.ts';

const NO_FILE = 'Please choose a file';
const NO_SYMBOLS = 'No symbols found in a file';
const UNREADABLE = 'This file could not be read. Check that it is still there, then try again.';
const LOOKUP_FAILED = 'The symbols could not be looked up. Try again in a moment.';

/** How a file is looked up, and what happens to its symbols. */
export interface SymbolImportDeps extends Pick<LookupOptions, 'load' | 'present'> {
  /** Called with the known symbols that are new to the list, once the summary is shown. */
  readonly onImported: (symbols: readonly string[]) => void;
}

/** An import of symbols from a file: its progress and its outcome. */
export interface SymbolImport {
  readonly error: string | null;
  /** What the import is doing; null while it is not running. */
  readonly progress: string | null;
  /** Result of the import; null until it has finished. */
  readonly summary: ImportSummary | null;
  /** Imports a file. Does nothing while an import is running. */
  start(file: File | undefined): void;
  clearError(): void;
}

/** Loaded on first use: few users import a file. */
const loadReader = () =>
  import('./import-symbols.ts').catch(() => {
    throw new Error('The import could not be loaded. Reload the page and try again.');
  });

const progressText = (done: number, total: number) =>
  `Looking up symbols: ${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}...`;

/** Reads the symbols of a file and looks them up. Returns null when the file contains none. */
async function importFile(
  file: File,
  { load, present }: Pick<SymbolImportDeps, 'load' | 'present'>,
  signal: AbortSignal,
  onProgress: (text: string) => void,
): Promise<ImportSummary | null> {
  onProgress('Reading the file...');
  const { readSymbols, sortOut } = await loadReader();
  const symbols = await readSymbols(file, signal).catch((cause: unknown) => {
    signal.throwIfAborted();
    throw new Error(UNREADABLE, { cause });
  });
  if (symbols.size === 0) return null;
  const summary = await sortOut(symbols, {
    load,
    present,
    signal,
    onProgress: (done, total) => onProgress(progressText(done, total)),
  });
  signal.throwIfAborted();
  return summary;
}

/** State of one import dialog. The import is aborted when the dialog closes. */
export function useSymbolImport({ load, present, onImported }: SymbolImportDeps): SymbolImport {
  const running = useRef<AbortController | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [progress, setProgress] = useState<string | null>(null);
  const [summary, setSummary] = useState<ImportSummary | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function start(file: File | undefined) {
    if (running.current !== null) return;
    if (file === undefined) {
      setError(NO_FILE);
      return;
    }
    const abort = new AbortController();
    const { signal } = abort;
    running.current = abort;
    setError(null);
    try {
      const found = await importFile(file, { load, present }, signal, (text) => {
        if (!signal.aborted) setProgress(text);
      });
      if (found === null) setError(NO_SYMBOLS);
      else {
        onImported(found.imported);
        setSummary(found);
      }
    } catch (cause) {
      if (!signal.aborted)
        setError(cause instanceof Error && cause.message !== '' ? cause.message : LOOKUP_FAILED);
    } finally {
      running.current = null;
      if (!signal.aborted) setProgress(null);
    }
  }
  return { error, progress, summary, start: (file) => void start(file), clearError: () => setError(null) };
}
