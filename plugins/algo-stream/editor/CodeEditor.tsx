import Editor, { type OnMount } from '@monaco-editor/react';
import { useEffect, useMemo, useState } from 'react';
import { exitFaults } from '../../../src/domain/strategy/exit-faults.ts';
import { repeatedCalls } from '../../../src/domain/strategy/repeated-calls.ts';
import type { Theme } from '../../../src/plugin-api/index.ts';
import { Skeleton } from '../../../src/ui/index.ts';
import { CODE_FONT, CODE_FONT_PX, remeasureCodeFont } from './code-font.ts';
import type { CodeFault } from './faults.ts';
import { monaco } from './monaco.ts';
import { themeName } from './themes.ts';

type CodeView = Parameters<OnMount>[0];

const MARKER_OWNER = 'strategy run';
const OPTIONS: Parameters<typeof Editor>[0]['options'] = {
  ariaLabel: 'Code of the strategy',
  fontFamily: `${CODE_FONT}, ui-monospace, monospace`,
  fontSize: CODE_FONT_PX,
  lineHeight: 18,
  tabSize: 2,
  minimap: { enabled: false },
  scrollBeyondLastLine: false,
  lineNumbersMinChars: 3,
  folding: true,
  renderLineHighlight: 'line',
  renderFinalNewline: 'on',
  smoothScrolling: false,
  padding: { top: 6, bottom: 6 },
  scrollbar: { verticalScrollbarSize: 10, horizontalScrollbarSize: 10, alwaysConsumeMouseWheel: false },
  overviewRulerLanes: 0,
  hideCursorInOverviewRuler: true,
  // Hovers and suggestions are placed in the window, not cut at the edge of the editor.
  fixedOverflowWidgets: true,
  contextmenu: false,
  wordBasedSuggestions: 'off',
  occurrencesHighlight: 'singleFile',
  unicodeHighlight: { ambiguousCharacters: false },
};

export interface CodeEditorProps {
  readonly value: string;
  readonly onChange: (code: string) => void;
  readonly theme: Theme;
  readonly faults: readonly CodeFault[];
}

/** The editor of strategies: completes and explains their language, and marks what is wrong in it. */
export default function CodeEditor({ value, onChange, theme, faults }: CodeEditorProps) {
  const [view, setView] = useState<CodeView | null>(null);
  // The types of the language cannot express that a call may come only once, nor the bounds of numbers.
  const found = useMemo(() => [...repeatedCalls(value), ...exitFaults(value)], [value]);
  useEffect(remeasureCodeFont, []);
  useEffect(() => {
    const model = view?.getModel();
    if (!model) return;
    monaco.editor.setModelMarkers(
      model,
      MARKER_OWNER,
      [...faults, ...found]
        .filter(({ line }) => line >= 1 && line <= model.getLineCount())
        .map(({ line, column, message }) => {
          const endColumn = model.getLineMaxColumn(line);
          const startColumn = Math.min(column, Math.max(1, endColumn - 1));
          return {
            severity: monaco.MarkerSeverity.Error,
            message,
            startLineNumber: line,
            endLineNumber: line,
            startColumn,
            endColumn: Math.max(startColumn + 1, endColumn),
          };
        }),
    );
  }, [view, faults, found]);
  return (
    <Editor
      language="typescript"
      path="strategy.ts"
      value={value}
      theme={themeName(theme)}
      options={OPTIONS}
      saveViewState={false}
      loading={<Skeleton label="Loading the editor" rows={8} />}
      onMount={setView}
      onChange={(code) => onChange(code ?? '')}
    />
  );
}
