import type { Theme } from '../../../src/plugin-api/index.ts';
import { monaco } from './monaco.ts';

/** The colours of the desk, in code. They are those of the tokens, which the editor cannot read. */
monaco.editor.defineTheme('tapedeck-light', {
  base: 'vs',
  inherit: true,
  rules: [
    { token: 'comment', foreground: '4f6b57' },
    { token: 'string', foreground: '9a4a00' },
    { token: 'number', foreground: '0a6670' },
    { token: 'keyword', foreground: '1a57b5' },
    { token: 'type', foreground: '6b3fb5' },
  ],
  colors: {
    'editor.background': '#ffffff',
    'editor.foreground': '#171c23',
    'editorLineNumber.foreground': '#6b7583',
    'editorLineNumber.activeForeground': '#171c23',
    'editor.lineHighlightBackground': '#f4f5f7',
    'editor.lineHighlightBorder': '#00000000',
    'editorWidget.border': '#d3d8df',
    // Light enough for the colours of code to be read on both together.
    'diffEditor.removedLineBackground': '#ff000014',
    'diffEditor.removedTextBackground': '#ff000014',
  },
});
monaco.editor.defineTheme('tapedeck-dark', {
  base: 'vs-dark',
  inherit: true,
  rules: [
    { token: 'comment', foreground: '7d9c86' },
    { token: 'string', foreground: 'f19a45' },
    { token: 'number', foreground: '45c2ce' },
    { token: 'keyword', foreground: '78aaf8' },
    { token: 'type', foreground: 'b79af5' },
  ],
  colors: {
    'editor.background': '#0b0e11',
    'editor.foreground': '#dbe0e7',
    'editorLineNumber.foreground': '#828d9b',
    'editorLineNumber.activeForeground': '#dbe0e7',
    'editor.lineHighlightBackground': '#15191e',
    'editor.lineHighlightBorder': '#00000000',
    'editorWidget.background': '#1a1f25',
    'editorWidget.border': '#272d35',
  },
});

export const themeName = (theme: Theme): string => `tapedeck-${theme}`;
