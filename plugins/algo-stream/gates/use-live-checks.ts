import { useCallback, useEffect, useState } from 'react';
import { useReadable, type ToolPlatform } from '../../../src/plugin-api/index.ts';
import type { GateCheck, GateChecksOfStrategy, StrategyStart, StrategyToRun } from '../types.ts';
import { textOfError } from '../versions/use-versions.ts';
import { hasTerms, periodOf, type PeriodDays } from './gate-labels.ts';

type Platform = Pick<ToolPlatform, 'strategies' | 'exchangeMs'>;

interface LiveChecks {
  /** Null until they are loaded. */
  readonly known: GateChecksOfStrategy | null;
  /** The check that runs, or the one of this code with these terms. */
  readonly check: GateCheck | undefined;
  /** The newest check of other code or other terms. */
  readonly other: GateCheck | undefined;
  /** Why the checks could not be loaded, started or cancelled; null else. */
  readonly error: string | null;
  readonly isSending: boolean;
  readonly begin: (days: PeriodDays) => void;
  readonly cancel: (checkId: string) => void;
}

/** The checks of a strategy for a live start with these terms; `terms` is null while the form is incomplete. */
export function useLiveChecks(
  { strategies: { gates }, exchangeMs }: Platform,
  strategy: StrategyToRun,
  terms: StrategyStart | null,
): LiveChecks {
  const [known, setKnown] = useState<GateChecksOfStrategy | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const all = useReadable(gates, (items) => items);
  useEffect(() => {
    let isOver = false;
    gates.load(strategy).then(
      (loaded) => !isOver && setKnown(loaded),
      (problem: unknown) => !isOver && setError(textOfError(problem)),
    );
    return () => {
      isOver = true;
    };
  }, [gates, strategy]);

  const send = useCallback(async (command: ReturnType<typeof gates.cancel>): Promise<void> => {
    setError(null);
    setSending(true);
    const outcome = await command;
    setSending(false);
    if (!outcome.ok) setError(outcome.message);
  }, []);

  const id = 'publicId' in strategy ? strategy.publicId : 0;
  const checks = all.filter(({ Name, StrategyId }) => Name === strategy.name && StrategyId === id);
  const isCounted = (check: GateCheck): boolean =>
    check.CodeKey === known?.codeKey && terms !== null && hasTerms(check, terms);
  return {
    known,
    check: checks.find(({ State }) => State === 'Running') ?? checks.find(isCounted),
    other: checks.find((check) => check.State !== 'Running' && !isCounted(check)),
    error,
    isSending,
    begin: (days) => {
      if (terms !== null)
        void send(gates.start(strategy, { ...terms, ...periodOf(days, Math.floor(exchangeMs())) }));
    },
    cancel: (checkId) => void send(gates.cancel(checkId)),
  };
}
