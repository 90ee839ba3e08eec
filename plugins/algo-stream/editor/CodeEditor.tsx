import Editor, { type OnMount } from '@monaco-editor/react';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { exitFaults } from '../../../src/domain/strategy/exit-faults.ts';
import { repeatedCalls } from '../../../src/domain/strategy/repeated-calls.ts';
import type { Theme } from '../../../src/plugin-api/index.ts';
import { Skeleton } from '../../../src/ui/index.ts';
import { CODE_FONT, CODE_FONT_PX, remeasureCodeFont } from './code-font.ts';
import { callFaults } from './call-faults.ts';
import type { CodeFault } from './faults.ts';
import { monaco } from './monaco.ts';
import { completeFileNames, provideFiles } from './imported-files.ts';
import { describeParameters } from './parameter-hints.ts';
import { themeName } from './themes.ts';
import type { Imports } from './use-imports.ts';

type CodeView = Parameters<OnMount>[0];

/** Owners of the markers: the fault of the last run, and what the rules of the language find. */
const RUN_OWNER = 'strategy run';
const RULES_OWNER = 'strategy rules';
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

/** A key that the code handles with a command of the window it is in. */
export interface CodeKey {
  readonly key: 'Enter' | 's';
  readonly run: () => void;
}

/** The code view as the panes beside it use it. */
export interface CodeHandle {
  /** Puts the caret at a place of the code, in sight and with the focus. */
  reveal(line: number, column: number): void;
  focus(): void;
}

export interface CodeEditorProps {
  readonly value: string;
  readonly onChange: (code: string) => void;
  readonly theme: Theme;
  /** What the last run found. */
  readonly faults: readonly CodeFault[];
  /** The parameters text, whose names are completed and explained in the code. */
  readonly parameters?: string;
  /** The files that the code imports. */
  readonly imports: Imports;
  /** Keys with Ctrl or Cmd. */
  readonly keys?: readonly CodeKey[];
  readonly onReady?: (handle: CodeHandle | null) => void;
  /** Receives what the language finds in the code, without the faults of the last run. */
  readonly onFaults?: (faults: readonly CodeFault[]) => void;
}

const NO_KEYS: readonly CodeKey[] = [];

/** Marks what the rules of the language and the last run found. */
function useMarkers(view: CodeView | null, faults: readonly CodeFault[], found: readonly CodeFault[]): void {
  useEffect(() => {
    const model = view?.getModel();
    if (!model) return;
    const markersOf = (marked: readonly CodeFault[]) =>
      marked
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
        });
    monaco.editor.setModelMarkers(model, RUN_OWNER, markersOf(faults));
    monaco.editor.setModelMarkers(model, RULES_OWNER, markersOf(found));
  }, [view, faults, found]);
}

/** Reports the markers of the language, one for each place, whenever they change. */
function useReportedFaults(
  view: CodeView | null,
  onFaults: ((faults: readonly CodeFault[]) => void) | undefined,
): void {
  const latest = useRef(onFaults);
  useEffect(() => {
    latest.current = onFaults;
  });
  useEffect(() => {
    const model = view?.getModel();
    if (!model) return undefined;
    const report = (): void => {
      const markers = monaco.editor
        .getModelMarkers({ resource: model.uri })
        .filter(({ owner, severity }) => owner !== RUN_OWNER && severity >= monaco.MarkerSeverity.Warning);
      latest.current?.(
        markers
          .map(({ startLineNumber: line, startColumn: column, message }) => ({ line, column, message }))
          .toSorted((left, right) => left.line - right.line || left.column - right.column),
      );
    };
    report();
    const listening = monaco.editor.onDidChangeMarkers((changed) => {
      if (changed.some((uri) => uri.toString() === model.uri.toString())) report();
    });
    return () => listening.dispose();
  }, [view]);
}

/** Lets the code handle keys that the editor would use itself. */
function useKeys(view: CodeView | null, keys: readonly CodeKey[]): void {
  useEffect(() => {
    if (view === null) return undefined;
    const codes = { Enter: monaco.KeyCode.Enter, s: monaco.KeyCode.KeyS };
    const listening = view.onKeyDown((event) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
      const pressed = keys.find(({ key }) => codes[key] === event.keyCode);
      if (pressed === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      pressed.run();
    });
    return () => listening.dispose();
  }, [view, keys]);
}

const handleOf = (view: CodeView): CodeHandle => ({
  reveal(line, column) {
    view.setPosition({ lineNumber: line, column });
    view.revealLineInCenterIfOutsideViewport(line);
    view.focus();
  },
  focus: () => view.focus(),
});

/** The editor of strategies: completes and explains their language, and marks what is wrong in it. */
export default function CodeEditor({
  value,
  onChange,
  theme,
  faults,
  parameters = '',
  imports,
  keys = NO_KEYS,
  onReady,
  onFaults,
}: CodeEditorProps) {
  // Several editors may be open: each has a text of its own.
  const path = `strategy-${useId().replaceAll(/\W/g, '')}.ts`;
  const [view, setView] = useState<CodeView | null>(null);
  // The types of the language cannot express that a call may come only once, nor the bounds of numbers, nor the sizes of bars.
  const { files, fault: importFault, names } = imports;
  const found = useMemo(
    () => [
      ...(importFault === null ? [] : [importFault]),
      ...repeatedCalls(value),
      ...exitFaults(value),
      ...callFaults(value),
    ],
    [value, importFault],
  );
  useEffect(remeasureCodeFont, []);
  useMarkers(view, faults, found);
  useReportedFaults(view, onFaults);
  useKeys(view, keys);
  useEffect(() => {
    const model = view?.getModel();
    return model ? describeParameters(model.uri.toString(), parameters) : undefined;
  }, [view, parameters]);
  useEffect(() => provideFiles(files), [files]);
  useEffect(() => {
    const model = view?.getModel();
    return model ? completeFileNames(model.uri.toString(), names) : undefined;
  }, [view, names]);
  useEffect(() => {
    if (view === null || onReady === undefined) return undefined;
    onReady(handleOf(view));
    return () => onReady(null);
  }, [view, onReady]);
  return (
    <Editor
      language="typescript"
      path={path}
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
