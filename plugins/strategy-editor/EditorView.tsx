import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useReadable, useToolState, type ToolWindow } from '../../src/plugin-api/index.ts';
import type { ImportedFile } from '../../src/domain/strategy/imports/program-text.ts';
import { Skeleton } from '../../src/ui/index.ts';
import type { EditModel } from '../algo-stream/dialogs/edit-model.ts';
import type { CodeHandle, CodeKey } from '../algo-stream/editor/CodeEditor.tsx';
import type { CodeFault } from '../algo-stream/editor/faults.ts';
import { useImports } from '../algo-stream/editor/use-imports.ts';
import { ConflictBanner } from './ConflictBanner.tsx';
import { EditorHead } from './EditorHead.tsx';
import { EditorPanes } from './EditorPanes.tsx';
import { problemsOf, runProblem, type Problem } from './problems.ts';
import { Splitter } from './Splitter.tsx';
import type { StrategyEditorState } from './state.ts';
import styles from './StrategyEditor.module.css';
import { useEditorRun, type EditorRun } from './use-run.ts';
import { offerActions } from './window-actions.ts';

// The code editor is the largest part of the workstation, and is loaded with the first strategy that is edited.
const CodeEditor = lazy(() => import('../algo-stream/editor/CodeEditor.tsx'));
const NO_FAULTS: readonly CodeFault[] = [];

type EditorWindow = ToolWindow<StrategyEditorState>;

interface EditorViewProps {
  readonly tool: EditorWindow;
  readonly model: EditModel;
  readonly create: () => Promise<boolean>;
  /** The choice of the strategy, with the name of the present one. */
  readonly choice: (name: string | null) => ReactNode;
}

/** Puts the caret at the beginning of a line of a text. */
function revealLine(area: HTMLTextAreaElement | null, line: number): void {
  if (area === null) return;
  const lines = area.value.split('\n');
  const from = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
  area.focus();
  area.setSelectionRange(from, from + (lines[line - 1]?.length ?? 0));
}

/** The ways to the places of problems: the code view once it is there, and the parameters. */
function usePlaces() {
  const code = useRef<CodeHandle | null>(null);
  const parameters = useRef<HTMLTextAreaElement>(null);
  const onReady = useCallback((handle: CodeHandle | null) => {
    code.current = handle;
  }, []);
  const open = useCallback((place: Problem['place']) => {
    if (place?.in === 'code') code.current?.reveal(place.line, place.column);
    else if (place !== null) revealLine(parameters.current, place.line);
  }, []);
  return { onReady, open, parameters };
}

/** The keys of the window, for the code, which would use them itself. */
function useCodeKeys(save: () => Promise<void>, run: () => Promise<void>): readonly CodeKey[] {
  return useMemo(
    () => [
      { key: 's', run: () => void save() },
      { key: 'Enter', run: () => void run() },
    ],
    [save, run],
  );
}

/** The problems of a strategy, and those of its last run that the code marks. */
function useProblems(
  model: EditModel,
  { run, ranCode }: EditorRun,
  { faults, files }: { readonly faults: readonly CodeFault[]; readonly files: readonly ImportedFile[] },
) {
  const { code, parameters } = useReadable(model);
  // A fault of other code says nothing about the lines of this one.
  const isChecked = run !== null && (ranCode === null || ranCode === code);
  const { Status: status, Message: message } = run?.instance ?? {};
  const ofRun = useMemo(
    () =>
      !isChecked || status === undefined || message === undefined
        ? null
        : runProblem({ Status: status, Message: message }, code),
    [isChecked, status, message, code],
  );
  const runFaults = useMemo(
    () => (ofRun?.place?.in === 'code' ? [{ ...ofRun.place, message: ofRun.message }] : NO_FAULTS),
    [ofRun],
  );
  const problems = useMemo(
    () => problemsOf({ code, imported: files.map((file) => file.code), parameters, faults, ofRun }),
    [code, files, parameters, faults, ofRun],
  );
  return { problems, runFaults };
}

/** A strategy in its window: the code, the panes, and the actions on both. */
export function EditorView({ tool, model, create, choice }: EditorViewProps) {
  const { platform } = tool;
  const { code, parameters } = useReadable(model);
  const theme = useReadable(platform.settings, (settings) => settings.theme);
  const panesShare = useToolState(tool, (state) => state.PanesShare);
  const [faults, setFaults] = useState(NO_FAULTS);
  const places = usePlaces();
  const editorRun = useEditorRun(tool, model);
  const { start } = editorRun;
  const imports = useImports(platform.strategies, model.storedName ?? '', code);
  const { problems, runFaults } = useProblems(model, editorRun, { faults, files: imports.files });
  const save = useCallback(async (): Promise<void> => {
    if (!model.get().isDirty && model.storedName !== null) return;
    if ((await model.save()) && tool.getState().RunOnSave) await start();
  }, [model, tool, start]);
  useEffect(
    () => offerActions(tool, { create: async () => void (await create()), save, run: start }),
    [tool, create, save, start],
  );
  const keys = useCodeKeys(save, start);
  return (
    <div className={styles.tool}>
      <EditorHead
        tool={tool}
        model={model}
        editorRun={editorRun}
        choice={choice(model.storedName)}
        onSave={() => void save()}
      />
      <ConflictBanner platform={platform} model={model} />
      <div className={styles.body}>
        <div className={styles.code} role="group" aria-label="Code">
          <Suspense fallback={<Skeleton label="Loading the editor" rows={8} />}>
            <CodeEditor
              value={code}
              onChange={(next) => model.change({ code: next })}
              theme={theme}
              faults={runFaults}
              parameters={parameters}
              imports={imports}
              keys={keys}
              onReady={places.onReady}
              onFaults={setFaults}
            />
          </Suspense>
        </div>
        <Splitter
          label="Width of the panes"
          orientation="vertical"
          share={panesShare}
          onChange={(share) => tool.update({ PanesShare: share })}
        />
        <div className={styles.side} style={{ flexBasis: `${panesShare}%` }}>
          <EditorPanes
            tool={tool}
            model={model}
            editorRun={editorRun}
            problems={problems}
            parametersRef={places.parameters}
            onOpen={places.open}
          />
        </div>
      </div>
    </div>
  );
}
