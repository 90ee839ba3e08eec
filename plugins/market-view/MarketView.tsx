import { useEffect, useMemo, useRef, useState } from 'react';
import {
  alertMenu,
  copySymbol,
  instrumentContext,
  QuoteRow,
  staleRowClass,
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
  type GridHandle,
  type GridMenuItem,
  Spinner,
} from '../../src/ui/index.ts';
import { AddSymbolField } from './AddSymbolField.tsx';
import { createGridColumns, gridLayout, storedLayout } from './grid-columns.tsx';
import styles from './MarketView.module.css';
import { placeOrder } from './place-order.ts';
import type { MarketViewState } from './state.ts';
import { addSymbol, addSymbols, removeSymbols, starterSymbols } from './symbols.ts';
import { marketViewTitle } from './title.ts';

export default function MarketView({ window }: ToolProps<MarketViewState>) {
  const { platform } = window;
  const { Symbols, Columns, Sort, FileName } = useToolState(window);
  const isActive = useIsActive(window);
  const isDemo = useSession(platform, (session) => session.isDemo);
  const grid = useRef<GridHandle>(null);
  const [isLoading, setLoading] = useState(false);
  const rows = useMemo(
    () => Symbols.map((symbol) => new QuoteRow(symbol, platform.symbols)),
    [Symbols, platform],
  );
  const columns = useMemo(() => createGridColumns(window), [window]);
  const layout = useMemo(() => gridLayout(Columns), [Columns]);
  useGridFeed({
    platform,
    symbols: Symbols,
    columnIds: useMemo(() => Columns.map(({ Id }) => Id), [Columns]),
    isActive,
    grid,
  });
  // Who may trade has changed: the arrows come or go.
  useEffect(() => grid.current?.refresh(), [isDemo]);

  useEffect(() => {
    const missing = Symbols.filter((symbol) => platform.symbols.get(symbol)?.info === undefined);
    if (missing.length === 0) return undefined;
    const abort = new AbortController();
    setLoading(true);
    // A failed load, a timeout among them, only ends the loading; the store asks again when the data connection is back.
    void platform.symbols
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
  }, [Symbols, platform]);
  useEffect(() => {
    window.setTitle(isLoading ? marketViewTitle({ FileName, Symbols }, true) : null);
    return () => window.setTitle(null);
  }, [window, isLoading, FileName, Symbols]);

  // A symbol dropped or typed here joins the list; one that linked windows turn to is shown where it is in it.
  useEffect(
    () =>
      window.onContext((context, how) => {
        if (context.type !== 'fdc3.instrument') return;
        const symbol = context.id.ticker;
        if (how === 'linked') {
          grid.current?.selectRow(symbol);
          return;
        }
        void addSymbol(window, symbol).then((problem) => {
          if (problem !== null) platform.dialogs.toast({ message: `${symbol}: ${problem}`, tone: 'warning' });
        });
      }),
    [window, platform],
  );

  const activate = (symbol: string) => {
    window.publish(instrumentContext(symbol));
  };
  const menu = (
    { symbol }: QuoteRow,
    selected: readonly QuoteRow[],
    columnId: string,
  ): readonly GridMenuItem[] => {
    const isDisabled = !platform.canTrade(symbol).ok;
    const place = (side: 'Buy' | 'Sell') => placeOrder(window, { symbol, side });
    return [
      { id: 'buy', label: `Buy ${symbol}`, isDisabled, run: () => place('Buy') },
      { id: 'sell', label: `Sell ${symbol}`, isDisabled, run: () => place('Sell') },
      ...alertMenu(platform, symbol, columnId),
      {
        id: 'remove',
        label: selected.length > 1 ? `Remove ${selected.length} symbols` : `Remove ${symbol}`,
        shortcut: 'Del',
        isDestructive: true,
        hasSeparator: true,
        run: () =>
          removeSymbols(
            window,
            selected.map((row) => row.symbol),
          ),
      },
      {
        id: 'copy',
        label: 'Copy symbol',
        hasSeparator: true,
        run: () => void copySymbol(platform.dialogs, symbol),
      },
    ];
  };
  const market = useSession(platform, (session) => session.market);
  const starters = market === null ? [] : starterSymbols(market);
  const addStarters = () => {
    // The button that was pressed goes with the empty list.
    addSymbols(window, starters)
      .then(() => grid.current?.focus())
      .catch(() =>
        platform.dialogs.toast({
          message: 'The market data service does not answer. Try again in a moment.',
          tone: 'error',
        }),
      );
  };

  return (
    <div className={styles.tool}>
      <AddSymbolField window={window}>
        {isLoading ? (
          <span className={styles.spinner}>
            <Spinner label="Loading symbols" />
          </span>
        ) : null}
      </AddSymbolField>
      <div className={styles.grid}>
        <DataGrid<QuoteRow>
          ref={grid}
          label="Market View"
          exportName={marketViewTitle({ FileName, Symbols })}
          rows={rows}
          columns={columns}
          rowId={rowId}
          layout={layout}
          sort={Sort}
          selectionMode="multiple"
          onLayoutChange={(next) => window.update({ Columns: storedLayout(next) })}
          onSortChange={(sort) => window.update({ Sort: sort })}
          onActivate={(row) => activate(row.symbol)}
          onCellClick={(row, columnId) => {
            if (columnId === 'Symbol') activate(row.symbol);
          }}
          onDelete={(_row, selected) =>
            removeSymbols(
              window,
              selected.map((row) => row.symbol),
            )
          }
          menu={menu}
          rowClassName={staleRowClass}
          dragSymbol={rowId}
          empty={
            <EmptyState
              title="No symbols yet"
              text="A Market View follows the prices of the symbols you choose."
              action={
                <span className={styles.actions}>
                  <Button
                    tone="primary"
                    onClick={() => {
                      void platform.commands.run('market-view.add-symbols', { windowId: window.id });
                    }}
                  >
                    Add symbols
                  </Button>
                  {starters.length === 0 ? null : <Button onClick={addStarters}>Add a starter list</Button>}
                </span>
              }
            />
          }
        />
      </div>
    </div>
  );
}

const rowId = (row: QuoteRow): string => row.symbol;
