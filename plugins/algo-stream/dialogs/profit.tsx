import { useMemo } from 'react';
import { formatInteger, formatMoney, formatSignedMoney } from '../../../src/domain/columns/index.ts';
import { useReadable } from '../../../src/plugin-api/index.ts';
import { Button, EmptyState, ErrorState, Skeleton } from '../../../src/ui/index.ts';
import styles from '../AlgoStream.module.css';
import { ProfitChart } from '../chart/ProfitChart.tsx';
import { profitPath } from '../chart/profit-points.ts';
import { showTrades, SHOW_TRADES } from '../show-trades.ts';
import type { AlgoStreamWindow, Run } from '../types.ts';
import { useRefreshed } from '../use-refreshed.ts';
import { keptWords, nothingWords, runTitle } from '../words.ts';
import { findRun } from './details.tsx';

const REFRESH_MS = 1000;

function Profit({ window, run }: { readonly window: AlgoStreamWindow; readonly run: Run }) {
  const { platform } = window;
  const { strategies } = platform;
  const { strategy } = run;
  // As it is now: it may have ended since the dialog was opened.
  const instance =
    useReadable(strategies, (state) => findRun(state, strategy, run.instance.InstanceId)) ?? run.instance;
  const source = useMemo(
    () => strategies.orders(strategy.Name, run.instance.InstanceId),
    [strategies, strategy, run],
  );
  const { orders, isLoaded, error } = useRefreshed(source, REFRESH_MS, true);
  const look = useReadable(platform.settings, ({ theme, pricePalette }) => `${theme} ${pricePalette}`);
  const path = useMemo(() => profitPath(orders), [orders]);
  const kept = keptWords(orders.length);
  const period = useMemo(
    () => ({
      fromMs: instance.BacktestFrom ?? path?.firstMs ?? 0,
      toMs: instance.BacktestTo ?? path?.lastMs ?? 0,
    }),
    [instance, path],
  );
  const summary =
    path === null
      ? ''
      : `Cumulative net P&L ${formatSignedMoney(path.last)}, highest ${formatSignedMoney(path.most)}, lowest ${formatSignedMoney(path.least)}, largest drawdown ${formatMoney(path.drawdown)}, ${formatInteger(path.orders.length)} fills${kept === '' ? '' : `. ${kept}`}`;
  return (
    <div className={styles.plot}>
      <div className={styles.strip}>
        <span>{summary}</span>
        {platform.commands.get(SHOW_TRADES) === undefined ? null : (
          <Button
            tone="quiet"
            disabled={path === null}
            focusableWhenDisabled
            onClick={() => {
              void showTrades(platform, run);
            }}
          >
            Trades on a chart…
          </Button>
        )}
      </div>
      {error !== null ? (
        <ErrorState
          title="The orders could not be loaded"
          text={error}
          onRetry={() => strategies.refresh(strategy.Name, true)}
        />
      ) : path !== null ? (
        <ProfitChart
          path={path}
          period={period}
          look={look}
          label={`Profit of ${runTitle(strategy, instance)}. ${summary}`}
        />
      ) : isLoaded ? (
        <EmptyState
          title="No trades"
          text={nothingWords(
            instance,
            'None of its orders has been filled, so there is no profit or loss to draw.',
          )}
        />
      ) : (
        <Skeleton label="Loading orders" />
      )}
    </div>
  );
}

/** The profit of a run over time. */
export async function openProfit(window: AlgoStreamWindow, run: Run): Promise<void> {
  await window.platform.dialogs.open<never>({
    title: `P&L - ${runTitle(run.strategy, run.instance)}`,
    width: 960,
    content: () => <Profit window={window} run={run} />,
  });
}
