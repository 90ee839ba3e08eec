import { useEffect, useMemo, useRef } from 'react';
import {
  instrumentContext,
  QuoteRow,
  staleRowClass,
  type ToolProps,
  type ToolWindow,
  useGridFeed,
  useSession,
  useToolState,
} from '../../src/plugin-api/index.ts';
import { Button, DataGrid, EmptyState, type GridHandle, Spinner } from '../../src/ui/index.ts';
import { AddSymbolField } from './AddSymbolField.tsx';
import { createGridColumns, gridLayout, storedLayout } from './grid-columns.tsx';
import styles from './MarketView.module.css';
import { rowMenu } from './row-menu.ts';
import type { MarketViewState } from './state.ts';
import { addSymbols, removeSymbols, starterSymbols } from './symbols.ts';
import { marketViewTitle } from './title.ts';
import { useIncomingSymbols, useSymbolInfo } from './use-market-view.ts';

/** A watch list with live prices. */
export default function MarketView({ tool: window }: ToolProps<MarketViewState>) {
  const { platform } = window;
  const { Symbols, Columns, Sort, FileName } = useToolState(window);
  const isDemo = useSession(platform, (session) => session.isDemo);
  const grid = useRef<GridHandle>(null);
  const rows = useMemo(
    () => Symbols.map((symbol) => new QuoteRow(symbol, platform.symbols)),
    [Symbols, platform],
  );
  const columns = useMemo(() => createGridColumns(window), [window]);
  const layout = useMemo(() => gridLayout(Columns), [Columns]);
  const columnIds = useMemo(() => Columns.map(({ Id }) => Id), [Columns]);
  useGridFeed({ window, symbols: Symbols, columnIds, grid });
  // The trade arrows follow the permission to trade.
  useEffect(() => grid.current?.refresh(), [isDemo]);
  const isLoading = useSymbolInfo(Symbols, platform, grid);
  useEffect(() => {
    window.setTitle(isLoading ? marketViewTitle({ FileName, Symbols }, true) : null);
    return () => window.setTitle(null);
  }, [window, isLoading, FileName, Symbols]);
  useIncomingSymbols(window, grid);

  const activate = (symbol: string) => window.publish(instrumentContext(symbol));
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
          rowId={symbolOf}
          layout={layout}
          sort={Sort}
          selectionMode="multiple"
          onLayoutChange={(next) => window.update({ Columns: storedLayout(next) })}
          onSortChange={(sort) => window.update({ Sort: sort })}
          onActivate={(row) => activate(row.symbol)}
          onCellClick={(row, columnId) => {
            if (columnId === 'Symbol') activate(row.symbol);
          }}
          onDelete={(_row, selected) => removeSymbols(window, selected.map(symbolOf))}
          menu={(row, selected, columnId) => rowMenu(window, row, selected, columnId)}
          rowClassName={staleRowClass}
          dragSymbol={symbolOf}
          empty={<EmptyList window={window} onFilled={() => grid.current?.focus()} />}
        />
      </div>
    </div>
  );
}

const symbolOf = (row: QuoteRow): string => row.symbol;

interface EmptyListProps {
  readonly window: ToolWindow<MarketViewState>;
  /** The list has symbols: the focused button is gone. */
  readonly onFilled: () => void;
}

/** Offers to fill an empty list. */
function EmptyList({ window, onFilled }: EmptyListProps) {
  const { platform } = window;
  const market = useSession(platform, (session) => session.market);
  const starters = market === null ? [] : starterSymbols(market);
  const addStarters = () => {
    addSymbols(window, starters)
      .then(onFilled)
      .catch(() =>
        platform.dialogs.toast({
          message: 'The market data service does not answer. Try again in a moment.',
          tone: 'error',
        }),
      );
  };
  return (
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
  );
}
