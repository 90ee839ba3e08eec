import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { isStrategyRunning } from '../../src/domain/strategy/enumerations.ts';
import { randomId, useReadable, useToolState, type ToolWindow } from '../../src/plugin-api/index.ts';
import { lengthProblem, type EditModel } from '../algo-stream/dialogs/edit-model.ts';
import { backtestOf, initialForm, startProblems, type StartForm } from '../algo-stream/dialogs/start-form.ts';
import { isBacktest } from '../algo-stream/run-labels.ts';
import { showInPlace } from '../algo-stream/shown-in-place.ts';
import type { Instance, Run, Strategy, StrategySource } from '../algo-stream/types.ts';
import type { StrategyEditorState } from './state.ts';

type EditorWindow = ToolWindow<StrategyEditorState>;

/** The run that the panes show, and how to start and end one. */
export interface EditorRun {
  /** Null before the strategy has any. */
  readonly run: Run | null;
  readonly isRunning: boolean;
  /** Why the last start was refused; null when it was not. */
  readonly refusal: string | null;
  /** The code that the shown run executed; null = it was started elsewhere or before a reload. */
  readonly ranCode: string | null;
  /** Tests the text of the editor with the terms of the last backtest. A new strategy is saved first. */
  readonly start: () => Promise<void>;
  /** The same, with the terms in a dialog first. */
  readonly startWithTerms: () => Promise<void>;
  readonly cancel: () => Promise<void>;
}

/** The run of this id; else the newest backtest. */
function shownInstance({ Instances }: Pick<Strategy, 'Instances'>, runId: string): Instance | null {
  return Instances.find(({ InstanceId }) => InstanceId === runId) ?? Instances.findLast(isBacktest) ?? null;
}

/** The id of the next run: a run of code that was never saved gives way to it, a run of a saved version is kept. */
function nextRunId(runId: string, instance: Instance | null): string {
  const isReplaced =
    instance !== null && instance.InstanceId === runId && isBacktest(instance) && instance.Version === null;
  return isReplaced ? runId : `edit-${randomId()}`;
}

/** The terms of the next run: those of the last backtest with the parameters of the editor. */
function termsOf(tool: EditorWindow, name: string, parameters: string): StartForm {
  const { strategies, exchangeMs } = tool.platform;
  const strategy = strategies.get().personal.find(({ Name }) => Name === name);
  const again = strategy?.Instances.findLast(isBacktest);
  return { ...initialForm({ isPublic: false, parameters, again, nowMs: exchangeMs() }), parameters };
}

const listedStrategy = (tool: EditorWindow, name: string): Strategy | undefined =>
  tool.platform.strategies.get().personal.find(({ Name }) => Name === name);

/** A started run with the code that it executes. */
interface Started {
  readonly id: string;
  readonly code: string;
}

function useShownRun(tool: EditorWindow, name: string | null): Run | null {
  const runId = useToolState(tool, (state) => state.RunId);
  const strategy = useReadable(
    tool.platform.strategies,
    ({ personal }) => personal.find(({ Name }) => Name === name) ?? null,
  );
  const instance = strategy === null ? null : shownInstance(strategy, runId);
  return useMemo(
    () => (strategy === null || instance === null ? null : { id: instance.InstanceId, strategy, instance }),
    [strategy, instance],
  );
}

/** Ends a run that has not ended, before it is started again or because the user cancels it; resolves with the refusal, if any. */
async function endRun(tool: EditorWindow, name: string, instance: Instance | null): Promise<string | null> {
  if (instance === null || !isStrategyRunning(instance.Status)) return null;
  const outcome = await tool.platform.strategies.stop(name, instance.InstanceId);
  return outcome.ok ? null : outcome.message;
}

/** The form to send, or why it cannot be sent. */
function checkedTerms(tool: EditorWindow, { name, code, parameters }: StrategySource): StartForm | string {
  const { exchangeMs, session } = tool.platform;
  const form = termsOf(tool, name, parameters);
  const problems = startProblems(form, 'backtest', exchangeMs(), session.get().calendar);
  const texts = Object.values(problems).filter((problem) => typeof problem === 'string');
  return lengthProblem({ code, parameters }) ?? texts[0] ?? form;
}

/** Saves a new strategy and ends a run that continues. Resolves with the stored name and what is to run; null when that was not possible. */
function usePrepare(
  tool: EditorWindow,
  model: EditModel,
  setRefusal: (refusal: string | null) => void,
): () => Promise<(StrategySource & Started) | null> {
  const isPreparing = useRef(false);
  const prepare = useCallback(async (): Promise<(StrategySource & Started) | null> => {
    setRefusal(null);
    if (model.storedName === null && !(await model.save())) return null;
    const { storedName } = model;
    if (storedName === null) return null;
    const { code, parameters } = model.get();
    const strategy = listedStrategy(tool, storedName);
    const { RunId } = tool.getState();
    // Backtests that were started elsewhere continue.
    const present = strategy?.Instances.find(({ InstanceId }) => InstanceId === RunId) ?? null;
    const problem = await endRun(tool, storedName, present);
    if (problem !== null) setRefusal(problem);
    return problem === null ? { name: storedName, code, parameters, id: nextRunId(RunId, present) } : null;
  }, [tool, model, setRefusal]);
  return useCallback(async () => {
    // The key is pressed again while the first start is under way.
    if (isPreparing.current) return null;
    isPreparing.current = true;
    try {
      return await prepare();
    } finally {
      isPreparing.current = false;
    }
  }, [prepare]);
}

/** The runs of the strategy that a window edits. */
export function useEditorRun(tool: EditorWindow, model: EditModel): EditorRun {
  const { strategies } = tool.platform;
  const name = useReadable(model, () => model.storedName);
  const run = useShownRun(tool, name);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [started, setStarted] = useState<Started | null>(null);
  const isRunning = run !== null && isStrategyRunning(run.instance.Status);
  const startedId = started?.id ?? null;
  useEffect(
    () =>
      startedId === null || name === null
        ? undefined
        : showInPlace(strategies, name, startedId, () => tool.isActive()),
    [strategies, name, startedId, tool],
  );

  const prepare = usePrepare(tool, model, setRefusal);

  const start = useCallback(async (): Promise<void> => {
    const source = await prepare();
    if (source === null) return;
    const form = checkedTerms(tool, source);
    if (typeof form === 'string') return setRefusal(form);
    // The window shows this run from now on, so that another start ends it.
    tool.update({ RunId: source.id });
    setStarted({ id: source.id, code: source.code });
    const outcome = await strategies.backtest(
      { name: source.name, code: source.code },
      backtestOf(form),
      source.id,
    );
    if (!outcome.ok) setRefusal(outcome.message);
  }, [tool, strategies, prepare]);

  const startWithTerms = useCallback(async (): Promise<void> => {
    const source = await prepare();
    if (source === null) return;
    const before = started;
    setStarted({ id: source.id, code: source.code });
    const { openStart } = await import('../algo-stream/dialogs/start-strategy.tsx');
    const isStarted = await openStart({
      platform: tool.platform,
      title: `Backtest strategy - ${source.name}`,
      strategy: { name: source.name, code: source.code },
      initial: termsOf(tool, source.name, source.parameters),
      mode: 'backtest',
      isShared: false,
      instanceId: source.id,
    });
    if (isStarted) tool.update({ RunId: source.id });
    else setStarted(before);
  }, [tool, prepare, started]);

  const cancel = useCallback(async (): Promise<void> => {
    setRefusal(name === null ? null : await endRun(tool, name, run?.instance ?? null));
  }, [tool, name, run]);

  return {
    run,
    isRunning,
    refusal,
    ranCode: started !== null && run?.instance.InstanceId === started.id ? started.code : null,
    start,
    startWithTerms,
    cancel,
  };
}
