import { useCallback, useEffect, useState } from 'react';
import type { OrderExecution } from '../../src/domain/execution/index.ts';
import type { ToolPlatform } from '../../src/plugin-api/index.ts';

/** Requests of one account and day at most: 20,000 orders. */
const MAX_PAGES = 4;
/** Reports of one moment are read together. */
const REFRESH_AFTER_MS = 1_000;

/** The orders of a day as far as they are loaded. */
export interface DayOfExecutions {
  readonly orders: readonly OrderExecution[];
  /** There are more orders than are shown. */
  readonly isCut: boolean;
}

interface Loads {
  /** Null until the first answer. */
  readonly day: DayOfExecutions | null;
  readonly error: string | null;
  readonly reload: () => void;
}

async function loadDay(
  platform: ToolPlatform,
  date: string,
  accounts: readonly string[],
): Promise<DayOfExecutions> {
  const calls = await platform.executions();
  const orders: OrderExecution[] = [];
  let isCut = false;
  for (const account of accounts) {
    let after: string | undefined;
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const { orders: found, hasMore } = await calls.day(account, date, after);
      orders.push(...found);
      after = found.at(-1)?.orderId;
      if (!hasMore) break;
      isCut ||= page === MAX_PAGES - 1;
    }
  }
  return { orders, isCut };
}

/** The executions of a day in some accounts. While `isLive`, they are read again after reports of orders. */
export function useExecutions(
  platform: ToolPlatform,
  date: string,
  accounts: readonly string[],
  isLive: boolean,
): Loads {
  const key = `${date} ${accounts.join(' ')}`;
  const [shown, setShown] = useState<{ readonly key: string; readonly day: DayOfExecutions } | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [turn, setTurn] = useState(0);
  const reload = useCallback(() => setTurn((before) => before + 1), []);
  useEffect(() => {
    let isOver = false;
    const [day = '', ...names] = key.split(' ');
    loadDay(
      platform,
      day,
      names.filter((name) => name !== ''),
    ).then(
      (loaded) => {
        if (isOver) return;
        setShown({ key, day: loaded });
        setError(null);
      },
      (cause: unknown) => {
        if (!isOver) setError(cause instanceof Error ? cause.message : 'The executions could not be loaded.');
      },
    );
    return () => {
      isOver = true;
    };
  }, [platform, key, turn]);
  useEffect(() => {
    if (!isLive) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = platform.orders.onReport(() => {
      timer ??= setTimeout(() => {
        timer = undefined;
        reload();
      }, REFRESH_AFTER_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [platform, isLive, reload]);
  return { day: shown?.key === key ? shown.day : null, error, reload };
}
