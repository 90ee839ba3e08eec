import { Filter } from 'lucide-react';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore, type RefObject } from 'react';
import {
  alertMenu,
  copySymbol,
  instrumentContext,
  QuoteRow,
  staleRowClass,
  type ToolPlatform,
  type ToolProps,
  useGridFeed,
  useIsActive,
  useSession,
  useToolState,
} from '../../src/plugin-api/index.ts';
import {
  Button,
  DataGrid,
  EmptyState,
  ErrorState,
  type GridHandle,
  type GridMenuItem,
  Skeleton,
  Spinner,
} from '../../src/ui/index.ts';
import { filtersText } from './filters.ts';
import { createGridColumns, gridLayout, placeOrder, storedLayout } from './grid-columns.tsx';
import styles from './MarketScreen.module.css';
import { screenOf, type ScreenState } from './screen-run.ts';
import type { MarketScreenState } from './state.ts';
import { marketScreenTitle } from './title.ts';
import { turnTo } from './turn-to.ts';

/** Rows shown at most: more than anybody reads, and few enough to flow all at once. */
export const MAX_ROWS = 2_000;

/** Stocks that pass the filters, with live prices. */
export default function MarketScreen({ window }: ToolProps<MarketScreenState>) {
  const { platform } = window;
  const { Filters, Columns, Sort, FileName } = useToolState(window);
  const isActive = useIsActive(window);
  const isDemo = useSession(platform, (session) => session.isDemo);
  const run = screenOf(window);
  const screen = useSyncExternalStore(run.subscribe, run.get);
  const grid = useRef<GridHandle>(null);

  useEffect(() => {
    if (isActive) run.ensure(Filters);
  }, [run, isActive, Filters]);
  useEffect(() => () => run.cancel(), [run]);

  const shown = useMemo(() => screen.symbols.slice(0, MAX_ROWS), [screen.symbols]);
  const rows = useMemo(
    () => shown.map((symbol) => new QuoteRow(symbol, platform.symbols)),
    [shown, platform],
  );
  const columns = useMemo(() => createGridColumns(window), [window]);
  const layout = useMemo(() => gridLayout(Columns), [Columns]);
  useGridFeed({
    platform,
    symbols: shown,
    columnIds: useMemo(() => Columns.map(({ Id }) => Id), [Columns]),
    isActive,
    grid,
  });
  const areFactsAwaited = useFacts(platform.symbols, shown, isActive, grid);
  const isLoading = screen.status === 'loading' || areFactsAwaited;
  // Who may trade has changed: the arrows come or go.
  useEffect(() => grid.current?.refresh(), [isDemo]);

  useEffect(() => {
    window.setTitle(marketScreenTitle(FileName, screen.symbols.length, isLoading));
    return () => window.setTitle(null);
  }, [window, FileName, screen.symbols, isLoading]);

  // A symbol that linked windows turn to is shown where it is listed; one typed or dropped here is turned to.
  useEffect(
    () =>
      window.onContext((context, how) => {
        if (context.type !== 'fdc3.instrument') return;
        const select = (symbol: string) => grid.current?.selectRow(symbol);
        if (how === 'linked') {
          select(context.id.ticker);
          return;
        }
        turnTo(context.id.ticker, {
          shown,
          select,
          isLinked: window.isLinked(),
          publish: (symbol) => window.publish(instrumentContext(symbol)),
          tell: (message) =>
            platform.dialogs.toast({ message, tone: 'warning', key: `not-listed ${window.id}` }),
        });
      }),
    [window, platform, shown],
  );

  const command = (id: string) => () => {
    void platform.commands.run(`market-screen.${id}`, { windowId: window.id });
  };
  const activate = (symbol: string) => {
    window.publish(instrumentContext(symbol));
  };
  const menu = (
    { symbol }: QuoteRow,
    _selected: readonly QuoteRow[],
    columnId: string,
  ): readonly GridMenuItem[] => {
    const isDisabled = !platform.canTrade(symbol).ok;
    return [
      {
        id: 'buy',
        label: `Buy ${symbol}`,
        isDisabled,
        run: () => placeOrder(window, { symbol, side: 'Buy' }),
      },
      {
        id: 'sell',
        label: `Sell ${symbol}`,
        isDisabled,
        run: () => placeOrder(window, { symbol, side: 'Sell' }),
      },
      ...alertMenu(platform, symbol, columnId),
      {
        id: 'copy',
        label: 'Copy symbol',
        hasSeparator: true,
        run: () => void copySymbol(platform.dialogs, symbol),
      },
    ];
  };

  if (Filters.length === 0) {
    return (
      <EmptyState
        icon={Filter}
        title="No filters yet"
        text="MarketScreen finds the stocks that pass your filters. Without a filter it loads nothing."
        action={
          <Button tone="primary" onClick={command('filters')}>
            Add filters
          </Button>
        }
      />
    );
  }
  const conditions = filtersText(Filters, screen.fields);
  return (
    <div className={styles.tool}>
      <div className={styles.bar}>
        <button
          type="button"
          className={styles.conditions}
          title={`${conditions}\nClick to change the filters`}
          onClick={command('filters')}
        >
          <Filter size={12} aria-hidden />
          <span>{conditions}</span>
        </button>
        {screen.pending > 0 ? (
          <span
            role="status"
            className={styles.progress}
          >{`Computing figures… ${screen.pending.toLocaleString('en-US')} stocks to go`}</span>
        ) : null}
        {isLoading ? <Spinner label="Loading symbols" /> : null}
      </div>
      {screen.symbols.length > MAX_ROWS ? (
        <p
          className={styles.note}
          role="status"
        >{`The first ${MAX_ROWS.toLocaleString('en-US')} of ${screen.symbols.length.toLocaleString('en-US')} symbols are shown. Add a filter to see fewer.`}</p>
      ) : null}
      {screen.status === 'failed' && screen.symbols.length > 0 ? (
        <p className={styles.failure} role="alert">
          {screen.message}{' '}
          <Button tone="quiet" onClick={command('reload')}>
            Try again
          </Button>
        </p>
      ) : null}
      <div className={styles.grid}>
        {screen.symbols.length === 0 ? (
          <Outcome screen={screen} reload={command('reload')} change={command('filters')} />
        ) : (
          <DataGrid<QuoteRow>
            ref={grid}
            label="MarketScreen"
            rows={rows}
            columns={columns}
            exportName={marketScreenTitle(FileName, screen.symbols.length)}
            rowId={rowId}
            layout={layout}
            sort={Sort}
            onLayoutChange={(next) => window.update({ Columns: storedLayout(next) })}
            onSortChange={(sort) => window.update({ Sort: sort })}
            onActivate={(row) => activate(row.symbol)}
            onCellClick={(row, columnId) => {
              if (columnId === 'Symbol') activate(row.symbol);
            }}
            menu={menu}
            rowClassName={staleRowClass}
            dragSymbol={rowId}
          />
        )}
      </div>
    </div>
  );
}

const rowId = (row: QuoteRow): string => row.symbol;

/** Asks for what no tick changes of the symbols shown; true while it is awaited. */
function useFacts(
  symbols: ToolPlatform['symbols'],
  shown: readonly string[],
  isActive: boolean,
  grid: RefObject<GridHandle | null>,
): boolean {
  const [isLoading, setLoading] = useState(false);
  useEffect(() => {
    const missing = isActive ? shown.filter((symbol) => symbols.get(symbol)?.info === undefined) : [];
    if (missing.length === 0) return undefined;
    const abort = new AbortController();
    setLoading(true);
    // A failed load, a timeout among them, only ends the loading; the store asks again when the data connection is back.
    void symbols
      .load(missing, abort.signal)
      .catch(() => null)
      .then(() => {
        if (abort.signal.aborted) return;
        setLoading(false);
        grid.current?.refresh();
      });
    return () => {
      abort.abort();
      setLoading(false);
    };
  }, [symbols, shown, isActive, grid]);
  return isLoading;
}

/** What stands in the place of the grid while there is no row. */
function Outcome({
  screen,
  reload,
  change,
}: {
  readonly screen: ScreenState;
  readonly reload: () => void;
  readonly change: () => void;
}) {
  switch (screen.status) {
    case 'failed':
      return <ErrorState title="The screen did not run" text={screen.message ?? ''} onRetry={reload} />;
    case 'ready':
      return (
        <EmptyState
          title="No symbol passes these filters"
          text="Contradicting filters match nothing. Remove one, or widen its value."
          action={<Button onClick={change}>Change filters</Button>}
        />
      );
    case 'unanswered':
      return (
        <EmptyState
          title="No symbols yet"
          text="The screen did not finish."
          action={<Button onClick={reload}>Reload</Button>}
        />
      );
    case 'idle':
    case 'loading':
      return <Skeleton rows={14} label="Loading symbols" />;
  }
}
