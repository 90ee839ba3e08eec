import { lazy, Suspense, useId, type ReactNode, type RefObject } from 'react';
import { useReadable, useToolState, type ToolWindow } from '../../src/plugin-api/index.ts';
import { EmptyState, Skeleton, Tabs, type TabItem } from '../../src/ui/index.ts';
import type { EditModel } from '../algo-stream/dialogs/edit-model.ts';
import { LogPane } from './LogPane.tsx';
import { ProblemsPane } from './ProblemsPane.tsx';
import type { Problem } from './problems.ts';
import { runText } from './run-text.ts';
import { Splitter } from './Splitter.tsx';
import type { Pane, StrategyEditorState } from './state.ts';
import styles from './StrategyEditor.module.css';
import type { EditorRun } from './use-run.ts';

const ResultsPane = lazy(() => import('./ResultsPane.tsx'));
const Profit = lazy(async () => {
  const { Profit: view } = await import('../algo-stream/dialogs/profit.tsx');
  return { default: view };
});

interface EditorPanesProps {
  readonly tool: ToolWindow<StrategyEditorState>;
  readonly model: EditModel;
  readonly editorRun: EditorRun;
  readonly problems: readonly Problem[];
  readonly parametersRef: RefObject<HTMLTextAreaElement | null>;
  readonly onOpen: (place: Problem['place']) => void;
}

const NoRun = () => (
  <EmptyState
    title="No runs yet"
    text="Run tests the code on the last 30 days. Backtest… chooses the period and the other terms."
  />
);

function Parameters({ model, parametersRef }: Pick<EditorPanesProps, 'model' | 'parametersRef'>) {
  const id = useId();
  const { parameters } = useReadable(model);
  return (
    <>
      <label className={styles.label} htmlFor={id}>
        Parameters
      </label>
      <textarea
        ref={parametersRef}
        id={id}
        className={styles.area}
        spellCheck={false}
        value={parameters}
        placeholder="name = value"
        onChange={(event) => model.change({ parameters: event.target.value })}
      />
    </>
  );
}

/** The content of the panes that show a run. */
function runPanes({
  tool,
  model,
  editorRun,
  onOpen,
}: EditorPanesProps): Readonly<Record<'Log' | 'Results' | 'Chart', ReactNode>> {
  const { run, isRunning } = editorRun;
  if (run === null) return { Log: <NoRun />, Results: <NoRun />, Chart: <NoRun /> };
  const { platform } = tool;
  const { InstanceId, StartedAt, FinishedAt } = run.instance;
  // A run that is started again under its id is another one.
  const key = `${InstanceId} ${StartedAt}`;
  return {
    Log: (
      <LogPane
        key={key}
        platform={platform}
        run={run}
        isRunning={isRunning}
        code={model.get().code}
        onOpen={({ line, column }) => onOpen({ in: 'code', line, column })}
      />
    ),
    Results: isRunning ? (
      <EmptyState title="The backtest is running" text={runText(run.instance)} />
    ) : (
      <Suspense fallback={<Skeleton label="Loading the results" />}>
        <ResultsPane key={`${key} ${FinishedAt}`} platform={platform} run={run} />
      </Suspense>
    ),
    Chart: (
      <Suspense fallback={<Skeleton label="Loading P&L" />}>
        <Profit key={key} window={tool} run={run} isPane />
      </Suspense>
    ),
  };
}

/** Parameters, and below them the panes. */
export function EditorPanes(props: EditorPanesProps) {
  const { tool, model, problems, parametersRef, onOpen } = props;
  const pane = useToolState(tool, (state) => state.Pane);
  const share = useToolState(tool, (state) => state.ParametersShare);
  const ofRun = runPanes(props);
  const items: readonly TabItem<Pane>[] = [
    {
      id: 'Problems',
      label: 'Problems',
      count: problems.length,
      content: <ProblemsPane problems={problems} onOpen={({ place }) => onOpen(place)} />,
    },
    { id: 'Log', label: 'Log', content: ofRun.Log },
    { id: 'Results', label: 'Results', content: ofRun.Results },
    { id: 'Chart', label: 'P&L', content: ofRun.Chart },
  ];
  return (
    <>
      <div className={styles.parameters} style={{ flexBasis: `${share}%` }}>
        <Parameters model={model} parametersRef={parametersRef} />
      </div>
      <Splitter
        label="Height of the parameters"
        orientation="horizontal"
        share={share}
        onChange={(next) => tool.update({ ParametersShare: next })}
      />
      <div className={styles.tabs}>
        <Tabs<Pane>
          label="Panes of the strategy"
          value={pane}
          items={items}
          onChange={(next) => tool.update({ Pane: next })}
        />
      </div>
    </>
  );
}
