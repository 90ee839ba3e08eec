/** The colours of TypeScript. The editor's package declares no types for it. */
declare module 'monaco-editor/languages/definitions/typescript/typescript' {
  import type { languages } from 'monaco-editor/editor/editor.api';

  export const conf: languages.LanguageConfiguration;
  export const language: languages.IMonarchLanguage;
}
