import { useEffect, useMemo, useState } from 'react';
import { collectImports, importFault } from '../../../src/domain/strategy/imports/link-imports.ts';
import type { ImportedFile, ProgramFiles } from '../../../src/domain/strategy/imports/program-text.ts';
import { importsOf } from '../../../src/domain/strategy/imports/read-imports.ts';
import type { Strategies } from '../types.ts';
import type { CodeFault } from './faults.ts';

/** What a strategy imports, as the code editor uses it. */
export interface Imports {
  /** The saved files that it imports, those that they import included. */
  readonly files: readonly ImportedFile[];
  /** What is wrong with the imports, at the line of the strategy that leads to it; null when nothing is. */
  readonly fault: CodeFault | null;
  /** Names of the user's other strategies. */
  readonly names: readonly string[];
}

type Source = Pick<Strategies, 'get' | 'load' | 'source' | 'onSaved'>;

/** Reads the saved files that code imports. */
async function readFiles(strategies: Source, name: string, code: string): Promise<ProgramFiles> {
  await strategies.load();
  const known = new Set(strategies.get().personal.map((strategy) => strategy.Name));
  return collectImports(name, code, async (imported) =>
    known.has(imported) ? { code: (await strategies.source(imported)).code, version: null } : undefined,
  );
}

const importsKey = (code: string): string =>
  importsOf(code)
    .map(({ specifier }) => specifier)
    .join('\n');

/** Follows the saved files that a strategy imports: they are read again when its imports change, and when one of the user's strategies is saved. */
export function useImports(strategies: Source, name: string, code: string): Imports {
  const [read, setRead] = useState<{ readonly key: string; readonly files: readonly ImportedFile[] }>({
    key: '',
    files: [],
  });
  const [saveCount, setSaveCount] = useState(0);
  const key = useMemo(() => importsKey(code), [code]);
  useEffect(() => strategies.onSaved(() => setSaveCount((count) => count + 1)), [strategies]);
  useEffect(() => {
    if (key === '') return undefined;
    let isOver = false;
    const imports = key.split('\n').map((specifier) => `import ${JSON.stringify(specifier)};`);
    readFiles(strategies, name, imports.join('\n')).then(
      ({ files }) => {
        if (!isOver) setRead({ key, files });
      },
      // Without a connection nothing is known about the files: the run reports what is wrong.
      () => {},
    );
    return () => {
      isOver = true;
    };
  }, [strategies, name, key, saveCount]);
  // Files of other imports say nothing about these.
  const files = read.key === key ? read.files : NO_FILES;
  const isRead = key === '' || read.key === key;
  const fault = useMemo(() => (isRead ? faultIn({ name, code, files }) : null), [isRead, name, code, files]);
  const names = strategies
    .get()
    .personal.map((strategy) => strategy.Name)
    .filter((other) => other !== name);
  const list = names.join(',');
  return useMemo(() => ({ files, fault, names: list === '' ? [] : list.split(',') }), [files, fault, list]);
}

const NO_FILES: readonly ImportedFile[] = [];

/** At the line of the strategy. */
function faultIn(program: ProgramFiles): CodeFault | null {
  const fault = importFault(program);
  if (fault === null) return null;
  const { from, file, line, message } = fault;
  return { ...from, message: file === undefined ? message : `${message} (in ./${file}, line ${line})` };
}
