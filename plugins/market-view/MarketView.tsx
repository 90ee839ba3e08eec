import { useEffect, useMemo, useRef, useState } from 'react';
import { type ToolProps, useIsActive, useToolState } from '../../src/plugin-api/index.ts';
import { Button, DataGrid, EmptyState, type GridHandle, type GridMenuItem } from '../../src/ui/index.ts';
import { AddSymbolField } from './AddSymbolField.tsx';
import { createGridColumns, gridLayout, storedLayout } from './grid-columns.tsx';
import styles from './MarketView.module.css';
import { placeOrder } from './place-order.ts';
import { QuoteRow } from './quote-row.ts';
import type { MarketViewState } from './state.ts';
import { addSymbols, removeSymbol, STARTER_SYMBOLS } from './symbols.ts';
import { marketViewTitle } from './title.ts';

/** How often the grid reads new prices, ms. */
const REFRESH_MS = 500;

export default function MarketView({ window }: ToolProps<MarketViewState>) {
  const { platform } = window;
  const state = useToolState(window);
  const isActive = useIsActive(window);
  const grid = useRef<GridHandle>(null);
  const [selected, setSelected] = useState<string | null>(null);
  const { Symbols, Columns, Sort } = state;
  const rows = useMemo(() => Symbols.map((symbol) => new QuoteRow(symbol, platform.symbols)), [Symbols, platform]);
  const columns = useMemo(() => createGridColumns(window), [window]);
  const layout = useMemo(() => gridLayout(Columns), [Columns]);

  // Prices flow, and the grid is refreshed, only while the window is on screen. No tick goes through React.
  useEffect(() => {
    if (!isActive || Symbols.length === 0) return undefined;
    const release = platform.symbols.watch(Symbols);
    const unsubscribe = platform.symbols.subscribe(Symbols, REFRESH_MS, () => grid.current?.refresh());
    grid.current?.refresh();
    return () => { unsubscribe(); release(); };
  }, [isActive, Symbols, platform]);

  useEffect(() => {
    const missing = Symbols.filter((symbol) => platform.symbols.get(symbol)?.info === undefined);
    if (missing.length === 0) return undefined;
    const abort = new AbortController();
    window.setTitle(`${marketViewTitle(window.getState())} (loading...)`);
    const load = async () => {
      // A failed load only ends the loading; the store asks again when the data connection is back.
      await platform.symbols.load(missing, abort.signal).catch(() => null);
      if (abort.signal.aborted) return;
      window.setTitle(null);
      grid.current?.refresh();
    };
    void load();
    return () => { abort.abort(); window.setTitle(null); };
  }, [Symbols, platform, window]);

  const activate = (symbol: string) => { window.publish({ type: 'instrument', symbol }); };
  const place = (side: 'Buy' | 'Sell', symbol: string) => placeOrder(window, { symbol, side });
  const copy = (symbol: string) => {
    navigator.clipboard.writeText(symbol).catch(() => platform.dialogs.toast({ message: 'The browser did not allow copying.', tone: 'warning' }));
  };
  const menu = ({ symbol }: QuoteRow): readonly GridMenuItem[] => {
    const isDisabled = !platform.canTrade(symbol).ok;
    return [
      { id: 'buy', label: `Buy ${symbol}`, isDisabled, run: () => place('Buy', symbol) },
      { id: 'sell', label: `Sell ${symbol}`, isDisabled, run: () => place('Sell', symbol) },
      { id: 'copy', label: 'Copy symbol', hasSeparator: true, run: () => copy(symbol) },
      { id: 'remove', label: `Remove ${symbol}`, isDestructive: true, hasSeparator: true, run: () => removeSymbol(window, symbol) },
    ];
  };
  const addStarters = () => {
    addSymbols(window, STARTER_SYMBOLS).catch(() => platform.dialogs.toast({ message: 'The market data service does not answer. Try again in a moment.', tone: 'error' }));
  };

  return (
    <div className={styles.tool}>
      <AddSymbolField window={window} />
      <div className={styles.grid}>
        <DataGrid<QuoteRow>
          ref={grid}
          label="Market View"
          rows={rows}
          columns={columns}
          rowId={(row) => row.symbol}
          layout={layout}
          sort={Sort}
          onLayoutChange={(next) => window.update({ Columns: storedLayout(next) })}
          onSortChange={(sort) => window.update({ Sort: sort })}
          selectedRowId={selected}
          onSelect={(row) => setSelected(row.symbol)}
          onActivate={(row) => activate(row.symbol)}
          onCellClick={(row, columnId) => { if (columnId === 'Symbol') activate(row.symbol); }}
          onDelete={(row) => removeSymbol(window, row.symbol)}
          menu={menu}
          rowClassName={(row) => (row.staleness.isStale ? (styles.stale ?? '') : '')}
          dragSymbol={(row) => row.symbol}
          empty={
            <EmptyState
              title="No symbols yet"
              text="A Market View follows the prices of the symbols you choose."
              action={
                <span className={styles.actions}>
                  <Button tone="primary" onClick={() => { void platform.commands.run('market-view.add-symbols', { windowId: window.id }); }}>Add symbols</Button>
                  <Button onClick={addStarters}>Add a starter list</Button>
                </span>
              }
            />
          }
        />
      </div>
    </div>
  );
}
