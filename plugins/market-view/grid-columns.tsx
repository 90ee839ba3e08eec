import { ArrowLeftRight, X } from 'lucide-react';
import { columnText, directionOf, SYMBOL_COLUMNS, type SymbolColumn } from '../../src/domain/columns/index.ts';
import { type ToolWindow, useSession } from '../../src/plugin-api/index.ts';
import { IconButton, type GridColumn } from '../../src/ui/index.ts';
import styles from './MarketView.module.css';
import { placeOrder } from './place-order.ts';
import { ageText, type QuoteRow } from './quote-row.ts';
import type { ColumnSetting, MarketViewState } from './state.ts';
import { removeSymbol } from './symbols.ts';

const TRADE_ID = '$trade';
const REMOVE_ID = '$remove';
const ICON_WIDTH_PX = 28;

/** The stored columns between the two icon columns, which are always there and never stored. */
export function gridLayout(columns: readonly ColumnSetting[]): readonly ColumnSetting[] {
  return [{ Id: TRADE_ID, Width: ICON_WIDTH_PX }, ...columns, { Id: REMOVE_ID, Width: ICON_WIDTH_PX }];
}

export function storedLayout(layout: readonly ColumnSetting[]): readonly ColumnSetting[] {
  return layout.filter(({ Id }) => Id !== TRADE_ID && Id !== REMOVE_ID);
}

function classNameOf(column: SymbolColumn, row: QuoteRow): string {
  if (column.id === 'Symbol') return `grid-link ${styles.symbol ?? ''}`;
  if (!column.isDirectional) return '';
  const value = column.value(row);
  return typeof value !== 'number' ? 'grid-muted' : directionOf(value) === 'up' ? 'grid-up' : 'grid-down';
}

function toGridColumn(column: SymbolColumn): GridColumn<QuoteRow> {
  return {
    id: column.id,
    header: column.shortLabel,
    title: `${column.label}. ${column.help}`,
    align: column.align,
    width: column.defaultWidthPx,
    isWide: column.id === 'Company',
    text: (row) => columnText(column, row),
    className: (row) => classNameOf(column, row),
    value: (row) => column.value(row),
    ...(column.isLive ? { flash: (row: QuoteRow) => { const value = column.value(row); return typeof value === 'number' ? value : 0; } } : {}),
    ...(column.isLive ? { tooltip: (row: QuoteRow) => ageText(row.staleness) } : {}),
  };
}

/** All columns of the grid of one window: trade arrow, the catalogue, delete cross. */
export function createGridColumns(window: ToolWindow<MarketViewState>): readonly GridColumn<QuoteRow>[] {
  const { platform } = window;

  function TradeCell({ row }: { row: QuoteRow }) {
    useSession(platform, ({ isDemo }) => isDemo);
    if (!platform.canTrade(row.symbol).ok) return null;
    return (
      <IconButton label={`Trade ${row.symbol}`} className={styles.cellButton} onClick={() => placeOrder(window, { symbol: row.symbol })}>
        <ArrowLeftRight size={12} />
      </IconButton>
    );
  }
  function RemoveCell({ row }: { row: QuoteRow }) {
    return (
      <IconButton label={`Remove ${row.symbol}`} className={styles.cellButton} onClick={() => removeSymbol(window, row.symbol)}>
        <X size={12} />
      </IconButton>
    );
  }
  const icon = { align: 'center', width: ICON_WIDTH_PX, isSortable: false, isMovable: false, text: () => '' } as const;
  return [
    { ...icon, id: TRADE_ID, header: 'Trade', Header: () => <span className="visually-hidden">Trade</span>, Cell: TradeCell },
    ...SYMBOL_COLUMNS.map(toGridColumn),
    { ...icon, id: REMOVE_ID, header: 'Remove', Header: () => <span className="visually-hidden">Remove</span>, Cell: RemoveCell },
  ];
}
