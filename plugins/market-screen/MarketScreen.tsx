import { Filter } from 'lucide-react';
import { useEffect, useMemo, useRef, useSyncExternalStore, type RefObject } from 'react';
import {
  instrumentContext,
  QuoteRow,
  staleRowClass,
  type ToolProps,
  type ToolWindow,
  useGridFeed,
  useIsActive,
  useSession,
  useToolState,
} from '../../src/plugin-api/index.ts';
import { Button, DataGrid, EmptyState, type GridHandle, Spinner } from '../../src/ui/index.ts';
import { filtersText } from './filters.ts';
import { createGridColumns, gridLayout, storedLayout } from './grid-columns.tsx';
import styles from './MarketScreen.module.css';
import { rowMenu } from './row-menu.ts';
import { screenOf, type ScreenState } from './screen-run.ts';
import { ScreenOutcome } from './ScreenOutcome.tsx';
import type { MarketScreenState } from './state.ts';
import { marketScreenTitle } from './title.ts';
import { useIncomingSymbols, useSymbolInfo } from './use-market-screen.ts';

/** Max rows on screen: more than a trader reads, and few enough to be live all at once. */
export const MAX_ROWS = 2_000;

/** Stocks that pass the filters, with live prices. */
export default function MarketScreen({ tool: window }: ToolProps<MarketScreenState>) {
  const { platform } = window;
  const { Filters, FileName } = useToolState(window);
  const isActive = useIsActive(window);
  const run = screenOf(window);
  const screen = useSyncExternalStore(run.subscribe, run.get);
  const grid = useRef<GridHandle>(null);

  useEffect(() => {
    if (isActive) run.ensure(Filters);
  }, [run, isActive, Filters]);
  useEffect(() => () => run.cancel(), [run]);

  const shown = useMemo(() => screen.symbols.slice(0, MAX_ROWS), [screen.symbols]);
  const isInfoLoading = useSymbolInfo(platform.symbols, shown, isActive, grid);
  const isLoading = screen.status === 'loading' || isInfoLoading;
  useEffect(() => {
    window.setTitle(marketScreenTitle(FileName, screen.symbols.length, isLoading));
    return () => window.setTitle(null);
  }, [window, FileName, screen.symbols, isLoading]);
  useIncomingSymbols(window, shown, grid);

  const command = (id: string) => () => {
    void platform.commands.run(`market-screen.${id}`, { windowId: window.id });
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
  return (
    <div className={styles.tool}>
      <ScreenBar
        conditions={filtersText(Filters, screen.fields)}
        pending={screen.pending}
        isLoading={isLoading}
        onChange={command('filters')}
      />
      <ScreenNotes screen={screen} onRetry={command('reload')} />
      <div className={styles.grid}>
        {screen.symbols.length === 0 ? (
          <ScreenOutcome screen={screen} reload={command('reload')} change={command('filters')} />
        ) : (
          <ScreenGrid window={window} shown={shown} count={screen.symbols.length} grid={grid} />
        )}
      </div>
    </div>
  );
}

interface ScreenBarProps {
  readonly conditions: string;
  /** Stocks that the server has not checked yet. */
  readonly pending: number;
  readonly isLoading: boolean;
  readonly onChange: () => void;
}

/** The conditions of the screen, and its progress. */
function ScreenBar({ conditions, pending, isLoading, onChange }: ScreenBarProps) {
  return (
    <div className={styles.bar}>
      <button
        type="button"
        className={styles.conditions}
        title={`${conditions}\nClick to change the filters`}
        onClick={onChange}
      >
        <Filter size={12} aria-hidden />
        <span>{conditions}</span>
      </button>
      {pending > 0 ? (
        <span
          role="status"
          className={styles.progress}
        >{`Computing figures… ${pending.toLocaleString('en-US')} stocks to go`}</span>
      ) : null}
      {isLoading ? <Spinner label="Loading symbols" /> : null}
    </div>
  );
}

/** Says that rows are left out, and that the last run failed while older results are shown. */
function ScreenNotes({ screen, onRetry }: { readonly screen: ScreenState; readonly onRetry: () => void }) {
  const count = screen.symbols.length;
  return (
    <>
      {count > MAX_ROWS ? (
        <p
          className={styles.note}
          role="status"
        >{`The first ${MAX_ROWS.toLocaleString('en-US')} of ${count.toLocaleString('en-US')} symbols are shown. Add a filter to see fewer.`}</p>
      ) : null}
      {screen.status === 'failed' && count > 0 ? (
        <p className={styles.failure} role="alert">
          {screen.message}{' '}
          <Button tone="quiet" onClick={onRetry}>
            Try again
          </Button>
        </p>
      ) : null}
    </>
  );
}

interface ScreenGridProps {
  readonly window: ToolWindow<MarketScreenState>;
  readonly shown: readonly string[];
  /** Symbols found, shown or not. */
  readonly count: number;
  readonly grid: RefObject<GridHandle | null>;
}

function ScreenGrid({ window, shown, count, grid }: ScreenGridProps) {
  const { platform } = window;
  const { Columns, Sort, FileName } = useToolState(window);
  const isDemo = useSession(platform, (session) => session.isDemo);
  const rows = useMemo(
    () => shown.map((symbol) => new QuoteRow(symbol, platform.symbols)),
    [shown, platform],
  );
  const columns = useMemo(() => createGridColumns(window), [window]);
  const layout = useMemo(() => gridLayout(Columns), [Columns]);
  const columnIds = useMemo(() => Columns.map(({ Id }) => Id), [Columns]);
  useGridFeed({ window, symbols: shown, columnIds, grid });
  // The trade arrows follow the permission to trade.
  useEffect(() => grid.current?.refresh(), [grid, isDemo]);
  const activate = (symbol: string) => window.publish(instrumentContext(symbol));
  return (
    <DataGrid<QuoteRow>
      ref={grid}
      label="MarketScreen"
      rows={rows}
      columns={columns}
      exportName={marketScreenTitle(FileName, count)}
      rowId={symbolOf}
      layout={layout}
      sort={Sort}
      onLayoutChange={(next) => window.update({ Columns: storedLayout(next) })}
      onSortChange={(sort) => window.update({ Sort: sort })}
      onActivate={(row) => activate(row.symbol)}
      onCellClick={(row, columnId) => {
        if (columnId === 'Symbol') activate(row.symbol);
      }}
      menu={(row, _selected, columnId) => rowMenu(window, row, columnId)}
      rowClassName={staleRowClass}
      dragSymbol={symbolOf}
    />
  );
}

const symbolOf = (row: QuoteRow): string => row.symbol;
