import { loader } from '@monaco-editor/react';
import * as monaco from 'monaco-editor/editor/editor.api';
// Brings the editor's features with it. Loaded before the first editor is made: features that come later find services missing.
import 'monaco-editor/languages/features/typescript/tsMode';
import 'monaco-editor/languages/definitions/typescript/register';
import { conf, language } from 'monaco-editor/languages/definitions/typescript/typescript';
import {
  ScriptTarget,
  typescriptDefaults,
  type ModuleResolutionKind,
} from 'monaco-editor/languages/features/typescript/register';
import { STRATEGY_DECLARATIONS } from '../../../src/domain/strategy/declarations.ts';

/** The workers are files of this build: nothing comes from elsewhere. */
globalThis.MonacoEnvironment = {
  getWorker: (_id, label) =>
    label === 'typescript'
      ? new Worker(new URL('monaco-editor/languages/features/typescript/ts.worker.js', import.meta.url), {
          type: 'module',
          name: 'strategy-language',
        })
      : new Worker(new URL('monaco-editor/editor/editor.worker.js', import.meta.url), {
          type: 'module',
          name: 'strategy-editor',
        }),
};

typescriptDefaults.setCompilerOptions({
  target: ScriptTarget.ESNext,
  lib: ['es2023'],
  allowNonTsExtensions: true,
  noEmit: true,
  // Every file is a module (ModuleDetectionKind.Force): two strategies that are open at once may use the same names.
  moduleDetection: 3,
  // In an older form of modules (ModuleKind.ES2015) `await` outside of functions is an error, as it is in a run.
  module: 5,
  // Imports are files of the user, with or without `.ts` (ModuleResolutionKind.Bundler), and what is only a type is imported as one, as a run needs it.
  // The editor's list of kinds ends before this one, which its compiler has.
  moduleResolution: 100 as ModuleResolutionKind,
  allowImportingTsExtensions: true,
  verbatimModuleSyntax: true,
  strict: false,
  noImplicitAny: false,
});
// A run checks no types. Here they are checked loosely: a name that nobody knows, or a text where a number belongs, is most likely a slip.
typescriptDefaults.setDiagnosticsOptions({
  noSemanticValidation: false,
  noSyntaxValidation: false,
  noSuggestionDiagnostics: true,
  // A file that is missing: the rules of imports say what to do.
  diagnosticCodesToIgnore: [2307],
});
typescriptDefaults.addExtraLib(STRATEGY_DECLARATIONS, 'ts:strategy.d.ts');
typescriptDefaults.setEagerModelSync(true);

/** Code that is only read: coloured as the code of the editor, without its checks and completion. */
export const READ_ONLY_LANGUAGE = 'strategy-read-only';
monaco.languages.register({ id: READ_ONLY_LANGUAGE });
monaco.languages.setLanguageConfiguration(READ_ONLY_LANGUAGE, conf);
monaco.languages.setMonarchTokensProvider(READ_ONLY_LANGUAGE, language);

loader.config({ monaco });

export { monaco };
