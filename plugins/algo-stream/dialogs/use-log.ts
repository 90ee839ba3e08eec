import { useEffect, useState } from 'react';
import type { ToolPlatform } from '../../../src/plugin-api/index.ts';
import type { Run } from '../types.ts';
import { addLines, EMPTY_LOG, nextLine } from './log-model.ts';

/** How often the log of a run that continues is read, ms. */
const RELOAD_MS = 1_000;

/** The log of a run, read on while it runs. */
export function useLog(
  { strategies }: Pick<ToolPlatform, 'strategies'>,
  { strategy, instance }: Run,
  isRunning: boolean,
) {
  const [state, setState] = useState({ log: EMPTY_LOG, isLoaded: false, error: null as string | null });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let log = EMPTY_LOG;
    const load = async (): Promise<void> => {
      try {
        const part = await strategies.reports.log(strategy.Name, instance.InstanceId, nextLine(log));
        log = addLines(log, part);
        if (!isOver) setState({ log, isLoaded: true, error: null });
      } catch (error) {
        const text = error instanceof Error ? error.message : 'The server did not answer.';
        if (!isOver) setState((before) => ({ ...before, isLoaded: true, error: text }));
      }
      if (!isOver && isRunning) timer = setTimeout(() => void load(), RELOAD_MS);
    };
    void load();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [strategies, strategy, instance, isRunning, attempt]);
  return { ...state, retry: () => setAttempt((before) => before + 1) };
}
