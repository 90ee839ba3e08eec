import { useMemo } from 'react';
import { formatInteger, formatMoney, formatSignedMoney } from '../../../src/domain/columns/index.ts';
import { isStrategyRunning } from '../../../src/domain/strategy/enumerations.ts';
import { useReadable, type Readable } from '../../../src/plugin-api/index.ts';
import { Button, classNames, EmptyState, ErrorState, Skeleton } from '../../../src/ui/index.ts';
import styles from './RunReports.module.css';
import { ProfitChart } from '../chart/ProfitChart.tsx';
import { MAX_MARKS } from '../chart/paint-profit.ts';
import { filledOrders, profitPath, type ProfitPath } from '../chart/profit-points.ts';
import { showTrades, SHOW_TRADES } from '../show-trades.ts';
import type { AlgoStreamWindow, Instance, Run, Strategies, StrategyOrdersState } from '../types.ts';
import { useEquity } from '../use-equity.ts';
import { useRefreshed } from '../use-refreshed.ts';
import { noOrdersText, runTitle } from '../run-labels.ts';
import { findRun } from './details.tsx';

const REFRESH_MS = 1000;
const NO_ORDERS_STATE: StrategyOrdersState = { isLoaded: true, orders: [], error: null };
const NO_ORDERS: Readable<StrategyOrdersState> = {
  get: () => NO_ORDERS_STATE,
  subscribe: () => () => {},
};

/** The fills that the chart marks: loaded only while they are few. */
function useFewFills(strategies: Strategies, { strategy }: Run, { InstanceId, Returns }: Instance) {
  const areFew = (Returns?.TradeCount ?? 0) * 2 <= MAX_MARKS;
  const source = useMemo(
    () => (areFew ? strategies.orders(strategy.Name, InstanceId) : NO_ORDERS),
    [areFew, strategies, strategy, InstanceId],
  );
  const { orders } = useRefreshed(source, REFRESH_MS, true);
  return useMemo(() => filledOrders(orders), [orders]);
}

const summaryOf = ({ last, most, least, drawdown }: ProfitPath, { Returns }: Instance): string =>
  `Net P&L ${formatSignedMoney(last)}, highest ${formatSignedMoney(most)}, lowest ${formatSignedMoney(least)}, largest drawdown ${formatMoney(drawdown)}, ${formatInteger(Returns?.TradeCount ?? 0)} trades`;

interface ProfitProps {
  readonly window: Pick<AlgoStreamWindow, 'platform'>;
  readonly run: Run;
  /** Whether it fills a pane of a window, instead of a dialog. */
  readonly isPane?: boolean;
}

export function Profit({ window, run, isPane = false }: ProfitProps) {
  const { platform } = window;
  const { strategies } = platform;
  const { strategy } = run;
  // As it is now: it may have ended since the dialog was opened.
  const instance =
    useReadable(strategies, (state) => findRun(state, strategy, run.instance.InstanceId)) ?? run.instance;
  const { equity, isLoaded, error, retry } = useEquity(
    strategies,
    strategy.Name,
    instance.InstanceId,
    isStrategyRunning(instance.Status),
  );
  const path = useMemo(() => profitPath(equity), [equity]);
  const fills = useFewFills(strategies, run, instance);
  const appearance = useReadable(platform.settings, ({ theme, pricePalette }) => `${theme} ${pricePalette}`);
  const period = useMemo(
    () => ({
      fromMs: instance.BacktestFrom ?? path?.firstMs ?? 0,
      toMs: instance.BacktestTo ?? path?.lastMs ?? 0,
    }),
    [instance, path],
  );
  const summary = path === null ? '' : summaryOf(path, instance);
  return (
    <div className={classNames(styles.plot, isPane && styles.pane)}>
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
      <ProfitChart
        path={error === null ? path : null}
        fills={fills}
        period={period}
        appearance={appearance}
        label={`Profit of ${runTitle(strategy, instance)}. ${summary}`}
      >
        {error !== null ? (
          <ErrorState title="The P&L could not be loaded" text={error} onRetry={retry} />
        ) : isLoaded ? (
          <EmptyState
            title="No P&L"
            text={noOrdersText(
              instance,
              'This run has no P&L history: it did not finish, or it ran before P&L was recorded. Run it again.',
            )}
          />
        ) : (
          <Skeleton label="Loading P&L" />
        )}
      </ProfitChart>
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
