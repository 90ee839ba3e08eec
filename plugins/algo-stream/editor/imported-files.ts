import { typescriptDefaults } from 'monaco-editor/languages/features/typescript/register';
import type { ImportedFile } from '../../../src/domain/strategy/imports/program-text.ts';
import { monaco } from './monaco.ts';

/** A file that the editors know, and how many of them use it. */
interface ProvidedFile {
  readonly code: string;
  readonly remove: () => void;
  userCount: number;
}

const provided = new Map<string, ProvidedFile>();

/** Gives the editors the types of imported files, until the returned function is called. Editors that import the same file share it. */
export function provideFiles(files: readonly ImportedFile[]): () => void {
  for (const { name, code } of files) {
    const known = provided.get(name);
    if (known?.code === code) {
      known.userCount += 1;
      continue;
    }
    // A newer version replaces the text for all of them.
    const { dispose } = typescriptDefaults.addExtraLib(code, `file:///${name}.ts`);
    provided.set(name, { code, remove: dispose, userCount: (known?.userCount ?? 0) + 1 });
  }
  return () => {
    for (const { name } of files) {
      const known = provided.get(name);
      if (known === undefined) continue;
      known.userCount -= 1;
      if (known.userCount > 0) continue;
      provided.delete(name);
      known.remove();
    }
  };
}

/** The names that the code of each editor can import, by the address of the code. */
const namesByAddress = new Map<string, readonly string[]>();
const SPECIFIER = /(?:\bfrom|\bimport)\s*(['"])([^'"]*)$/;

monaco.languages.registerCompletionItemProvider('typescript', {
  triggerCharacters: ["'", '"', '/'],
  provideCompletionItems(model, { lineNumber, column }) {
    const before = model.getLineContent(lineNumber).slice(0, column - 1);
    const typed = SPECIFIER.exec(before)?.[2];
    if (typed === undefined) return { suggestions: [] };
    const range = {
      startLineNumber: lineNumber,
      endLineNumber: lineNumber,
      startColumn: column - typed.length,
      endColumn: column,
    };
    return {
      suggestions: (namesByAddress.get(model.uri.toString()) ?? []).map((name) => ({
        label: `./${name}`,
        kind: monaco.languages.CompletionItemKind.File,
        insertText: `./${name}`,
        range,
      })),
    };
  },
});

/** Completes the names of files in the imports of the code of an address, until the returned function is called. */
export function completeFileNames(address: string, names: readonly string[]): () => void {
  namesByAddress.set(address, names);
  return () => void namesByAddress.delete(address);
}
